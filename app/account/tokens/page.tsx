import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { ACCOUNT_PAGES } from "@/app/_paths/area-pages.ts";
import { readTimeCursor } from "@/app/_paths/search-params.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireUser } from "@/app/_trpc/session.ts";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { AccountTokens } from "../_components/account-tokens";

export const metadata: Metadata = { title: ACCOUNT_PAGES.tokens.title };

export default async function AccountTokensPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireUser();
  const cursor = readTimeCursor(await searchParams);
  void api.tokens.listOwn.prefetch({ ...(cursor && { cursor }) });
  return (
    <>
      <PageHeader title="API tokens" description="Your tokens in all workspaces" />
      <HydratedTable columns={6} rows={4}>
        <AccountTokens cursor={cursor} />
      </HydratedTable>
    </>
  );
}
