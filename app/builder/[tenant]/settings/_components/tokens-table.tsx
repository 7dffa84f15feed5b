"use client";

import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { RevokeTokenDialog } from "@/app/_components/tokens/revoke-token-dialog.tsx";
import { tokenColumns } from "@/app/_components/tokens/token-columns.tsx";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { ListPager } from "@/app/_ui/list/list-pager.tsx";
import { NewTokenButton } from "./new-token";

type ListedToken = RouterOutputs["tokens"]["list"]["tokens"][number];

export function TokensTable({ tenant, cursor }: { tenant: string; cursor: string | undefined }) {
  const [page] = trpc.tokens.list.useSuspenseQuery({ tenant, ...(cursor && { cursor }) });
  const { tokens } = page;
  const utils = trpc.useUtils();
  const revoke = trpc.tokens.revoke.useMutation();
  // Kept while the dialog closes, so that its text stays.
  const [revoking, setRevoking] = useState<ListedToken>();
  const [isRevokeOpen, setIsRevokeOpen] = useState(false);
  return (
    <>
      <DataTable
        caption="API tokens, newest first"
        columns={tokenColumns(
          // Owners see the tokens of all members.
          tokens.some((token) => !token.isOwn) ? [ownerColumn] : [],
          (token) => {
            setRevoking(token);
            setIsRevokeOpen(true);
          },
        )}
        rows={tokens}
        rowKey={(token) => token.id}
        empty={
          <EmptyState
            icon={<IconKey size={20} stroke={1.6} />}
            title="No tokens yet"
            description="Tokens let scripts, CI and the CLI access this workspace as you."
            action={<NewTokenButton />}
          />
        }
        footer={<ListPager page={page} count={tokens.length} noun="token" />}
      />
      {revoking && (
        <RevokeTokenDialog
          token={revoking}
          isOpen={isRevokeOpen}
          onClose={() => setIsRevokeOpen(false)}
          onConfirm={async () => {
            await revoke.mutateAsync({ tenant, tokenId: revoking.id });
            await utils.tokens.list.invalidate({ tenant });
          }}
        >
          {revoking.isOwn ? "This is your token." : `Owned by ${revoking.owner}.`}
        </RevokeTokenDialog>
      )}
    </>
  );
}

const ownerColumn: Column<ListedToken> = {
  key: "owner",
  header: "Owner",
  cell: ({ owner, isOwn }) => (isOwn ? "You" : owner),
};
