"use client";

import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { trpc } from "../../../../_trpc/client";
import { DataTable } from "../../../../_ui/data/data-table";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { NewTokenButton } from "./new-token";
import { RevokeToken } from "./revoke-token";
import { type ListedToken, tokenColumns } from "./token-columns";

export function TokensTable({ tenant }: { tenant: string }) {
  const [tokens] = trpc.tokens.list.useSuspenseQuery({ tenant });
  // Kept while the dialog fades out, so that its words stay.
  const [revoking, setRevoking] = useState<ListedToken>();
  const [isRevokeOpen, setIsRevokeOpen] = useState(false);
  return (
    <>
      <DataTable
        caption="API tokens, the newest first"
        columns={tokenColumns({
          hasOthers: tokens.some((token) => !token.isOwn),
          onRevoke: (token) => {
            setRevoking(token);
            setIsRevokeOpen(true);
          },
        })}
        rows={tokens}
        rowKey={(token) => token.id}
        empty={
          <EmptyState
            icon={<IconKey size={20} stroke={1.6} />}
            title="No tokens yet"
            description="A token lets a script, a pipeline or the CLI act for you in this tenant, with the permissions you give it and until it expires."
            action={<NewTokenButton />}
          />
        }
      />
      {revoking && (
        <RevokeToken
          tenant={tenant}
          token={revoking}
          isOpen={isRevokeOpen}
          onClose={() => setIsRevokeOpen(false)}
        />
      )}
    </>
  );
}
