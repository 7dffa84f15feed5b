import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../_trpc/server";
import { requireUser } from "../../_trpc/session";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import type { SearchParams } from "../../_ui/list/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { readTimeCursor } from "../../builder/search-params";
import { AccountTokens } from "../_components/account-tokens";

export const metadata: Metadata = { title: "API tokens" };

export default async function AccountTokensPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireUser();
  const cursor = readTimeCursor(await searchParams);
  void api.account.tokens.prefetch({ ...(cursor && { cursor }) });
  return (
    <>
      <PageHeader title="API tokens" description="Your tokens in all workspaces" />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={4} />}>
          <AccountTokens cursor={cursor} />
        </Suspense>
      </HydrateClient>
    </>
  );
}
