"use client";

import { TokensTable } from "@/app/_components/tokens/tokens-table.tsx";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import type { Column } from "@/app/_ui/data/data-table.tsx";
import { NewTokenButton } from "./new-token";

type ListedToken = RouterOutputs["tokens"]["list"]["tokens"][number];

export function TenantTokens({ tenant, cursor }: { tenant: string; cursor: string | undefined }) {
  const [page] = trpc.tokens.list.useSuspenseQuery({ tenant, ...(cursor && { cursor }) });
  const utils = trpc.useUtils();
  const revoke = trpc.tokens.revoke.useMutation();
  return (
    <TokensTable
      page={page}
      // Owners see the tokens of all members.
      source={page.tokens.some((token) => !token.isOwn) ? [ownerColumn] : []}
      hint="Tokens let scripts, CI and the CLI access this workspace as you."
      action={<NewTokenButton />}
      revoke={async ({ id }) => {
        await revoke.mutateAsync({ tenant, tokenId: id });
        await utils.tokens.list.invalidate({ tenant });
      }}
      whose={({ isOwn, owner }) => (isOwn ? "This is your token." : `Owned by ${owner}.`)}
    />
  );
}

const ownerColumn: Column<ListedToken> = {
  key: "owner",
  header: "Owner",
  cell: ({ owner, isOwn }) => (isOwn ? "You" : owner),
};
