import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import { readValues, type SearchParams } from "../../_ui/list/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { WorkersTable } from "./_components/workers-table";

export const metadata: Metadata = { title: "Workers" };

export default async function WorkersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const isOfflineOnly = readValues(await searchParams, "state").includes("OFFLINE");
  void api.adminWorkers.list.prefetch();
  return (
    <>
      <PageHeader title={isOfflineOnly ? "Offline workers" : "Workers"} />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={7} rows={5} />}>
          <WorkersTable isOfflineOnly={isOfflineOnly} />
        </Suspense>
      </HydrateClient>
    </>
  );
}
