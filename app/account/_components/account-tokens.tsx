"use client";

import { TokensTable } from "@/app/_components/tokens/tokens-table.tsx";
import { BUILDER_PATH, settingsPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import type { Column } from "@/app/_ui/data/data-table.tsx";
import { Link } from "@/app/_ui/page/link.tsx";

type OwnToken = RouterOutputs["tokens"]["listOwn"]["tokens"][number];

/** API tokens of the user in all workspaces. New ones are created in the workspace. */
export function AccountTokens({ cursor }: { cursor: string | undefined }) {
  const [page] = trpc.tokens.listOwn.useSuspenseQuery({ ...(cursor && { cursor }) });
  const utils = trpc.useUtils();
  const revoke = trpc.tokens.revokeOwn.useMutation();
  return (
    <TokensTable
      page={page}
      source={[workspaceColumn]}
      hint="Create a token in a workspace, under Settings, API tokens."
      action={<ButtonLink href={BUILDER_PATH}>Open Builder</ButtonLink>}
      revoke={async ({ id }) => {
        await revoke.mutateAsync({ tokenId: id });
        await utils.tokens.listOwn.invalidate();
      }}
      whose={({ tenant }) => `For the workspace ${tenant.name}.`}
    />
  );
}

const workspaceColumn: Column<OwnToken> = {
  key: "workspace",
  header: "Workspace",
  cell: ({ tenant: { slug, name, isSuspended } }) =>
    isSuspended ? `${name} (suspended)` : <Link href={settingsPath(slug, "tokens")}>{name}</Link>,
};
