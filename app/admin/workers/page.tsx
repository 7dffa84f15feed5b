import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import { PageHeader } from "../../_ui/page/page-header";
import { WorkersTable } from "./_components/workers-table";

export const metadata: Metadata = { title: "Workers" };

export default async function WorkersPage() {
  await requireAdmin();
  void api.adminBuilds.workers.prefetch();
  return (
    <>
      <PageHeader title="Workers" />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={5} rows={5} />}>
          <WorkersTable />
        </Suspense>
      </HydrateClient>
    </>
  );
}
