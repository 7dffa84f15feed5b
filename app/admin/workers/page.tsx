import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { WorkersTable } from "./_components/workers-table";

export const metadata: Metadata = { title: ADMIN_PAGES.workers.title };

export default async function WorkersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const isOfflineOnly = readValues(await searchParams, "state").includes("OFFLINE");
  void api.adminWorkers.list.prefetch();
  return (
    <>
      <PageHeader title={isOfflineOnly ? "Offline workers" : "Workers"} />
      <HydratedTable columns={7} rows={5}>
        <WorkersTable isOfflineOnly={isOfflineOnly} />
      </HydratedTable>
    </>
  );
}
