import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../_trpc/server";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { PageHeader } from "../../../_ui/page/page-header";
import { AppsTable } from "../../_components/apps/apps-table";
import { openBuilder } from "../../access";

export const metadata: Metadata = { title: "Apps" };

export default async function AppsPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant } = await openBuilder((await params).tenant);
  void api.apps.list.prefetch({ tenant: tenant.slug });
  return (
    <>
      <PageHeader title="Apps" description={`What ${tenant.name} builds, each with its newest build.`} />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={4} rows={5} />}>
          <AppsTable tenant={tenant.slug} />
        </Suspense>
      </HydrateClient>
    </>
  );
}
