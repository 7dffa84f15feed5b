import type { Metadata } from "next";
import { Suspense } from "react";
import { BrowseAllBuilds } from "@/server/domains/builds/input.ts";
import { BUILD_STATUSES, PLATFORMS } from "@/shared/vocabulary.ts";
import { BuildFilters } from "../../_components/builds/build-filters";
import { type BuildListQuery, toBuildListInput } from "../../_components/builds/build-list-query";
import { api, HydrateClient } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import { readChoices, readCursor, readValues, type SearchParams } from "../../_ui/list/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { BUILDS_PATH } from "../_components/paths";
import { BuildsTable } from "./_components/builds-table";
import { LiveStatus } from "./_components/live-status";

export const metadata: Metadata = { title: "Builds" };

export default async function AdminBuildsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const query = readQuery(await searchParams);
  void api.adminBuilds.list.prefetch(toBuildListInput(query));
  return (
    <>
      <PageHeader title="Builds" badge={<LiveStatus />} />
      <BuildFilters path={BUILDS_PATH} query={query} platforms={PLATFORMS} hasStuck />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={8} rows={16} />}>
          <BuildsTable query={query} />
        </Suspense>
      </HydrateClient>
    </>
  );
}

function readQuery(params: SearchParams): BuildListQuery {
  const { tenant, appId } = BrowseAllBuilds.shape;
  return {
    status: readChoices(params, "status", BUILD_STATUSES),
    platform: readChoices(params, "platform", PLATFORMS),
    isStuck: readValues(params, "stuck").includes("true"),
    isLastDay: readValues(params, "ended").includes("24h"),
    tenant: tenant.safeParse(readValues(params, "tenant")[0]).data,
    appId: appId.safeParse(readValues(params, "app")[0]).data,
    cursor: readCursor(params),
  };
}
