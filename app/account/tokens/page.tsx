import type { Metadata } from "next";
import { Suspense } from "react";
import { ACCOUNT_PAGES } from "@/app/_paths/area-pages.ts";
import { readTimeCursor } from "@/app/_paths/search-params.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { requireUser } from "@/app/_trpc/session.ts";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
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
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={4} />}>
          <AccountTokens cursor={cursor} />
        </Suspense>
      </HydrateClient>
    </>
  );
}
