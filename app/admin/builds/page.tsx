import type { Metadata } from "next";
import { Suspense } from "react";
import { BUILD_STATUSES, PLATFORMS } from "@/db/schema/vocabulary.ts";
import { BrowseAllBuilds } from "@/server/builds/input.ts";
import { api, HydrateClient } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import { readChoices, readCursor, readValues, type SearchParams } from "../../_ui/list/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { BuildFilters } from "./_components/build-filters";
import { BuildsTable } from "./_components/builds-table";
import { type BuildsView, buildsInput } from "./_components/builds-view";
import { Live } from "./_components/live";

export const metadata: Metadata = { title: "Builds" };

export default async function AdminBuildsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const view = readView(await searchParams);
  void api.adminBuilds.list.prefetch(buildsInput(view));
  return (
    <>
      <PageHeader title="Builds" description="The builds of all tenants, newest first." badge={<Live />} />
      <BuildFilters view={view} />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={9} rows={16} />}>
          <BuildsTable view={view} />
        </Suspense>
      </HydrateClient>
    </>
  );
}

function readView(params: SearchParams): BuildsView {
  const { tenant, appId } = BrowseAllBuilds.shape;
  return {
    status: readChoices(params, "status", BUILD_STATUSES),
    platform: readChoices(params, "platform", PLATFORMS),
    isStuck: readValues(params, "stuck").includes("true"),
    tenant: tenant.safeParse(readValues(params, "tenant")[0]).data,
    appId: appId.safeParse(readValues(params, "app")[0]).data,
    cursor: readCursor(params),
  };
}
