"use client";

import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { RevokeTokenDialog } from "@/app/_components/tokens/revoke-token-dialog.tsx";
import { tokenColumns } from "@/app/_components/tokens/token-columns.tsx";
import { BUILDER_PATH, settingsPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { ListPager } from "@/app/_ui/list/list-pager.tsx";
import { Link } from "@/app/_ui/page/link.tsx";

type OwnToken = RouterOutputs["account"]["tokens"]["tokens"][number];

/** API tokens of the user in all workspaces. New ones are created in the workspace. */
export function AccountTokens({ cursor }: { cursor: string | undefined }) {
  const [page] = trpc.account.tokens.useSuspenseQuery({ ...(cursor && { cursor }) });
  const utils = trpc.useUtils();
  const revoke = trpc.account.revokeToken.useMutation();
  // Kept while the dialog closes, so that its text stays.
  const [revoking, setRevoking] = useState<OwnToken>();
  const [isRevokeOpen, setIsRevokeOpen] = useState(false);
  return (
    <>
      <DataTable
        caption="API tokens, newest first"
        columns={tokenColumns([workspaceColumn], (token) => {
          setRevoking(token);
          setIsRevokeOpen(true);
        })}
        rows={page.tokens}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<IconKey size={20} stroke={1.6} />}
            title="No tokens yet"
            description="Create a token in a workspace, under Settings, API tokens."
            action={<ButtonLink href={BUILDER_PATH}>Open Builder</ButtonLink>}
          />
        }
        footer={<ListPager page={page} count={page.tokens.length} noun="token" />}
      />
      {revoking && (
        <RevokeTokenDialog
          token={revoking}
          isOpen={isRevokeOpen}
          onClose={() => setIsRevokeOpen(false)}
          onConfirm={async () => {
            await revoke.mutateAsync({ tokenId: revoking.id });
            await utils.account.tokens.invalidate();
          }}
        >
          For the workspace {revoking.tenant.name}.
        </RevokeTokenDialog>
      )}
    </>
  );
}

const workspaceColumn: Column<OwnToken> = {
  key: "workspace",
  header: "Workspace",
  cell: ({ tenant: { slug, name, isSuspended } }) =>
    isSuspended ? `${name} (suspended)` : <Link href={settingsPath(slug, "tokens")}>{name}</Link>,
};
