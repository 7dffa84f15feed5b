import type { Metadata } from "next";
import { BuildFilters } from "@/app/_components/builds/build-filters.tsx";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { BUILDS_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { type BuildListQuery, toBuildListInput } from "@/app/_paths/build-list-query.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { readChoices, readCursor, readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { BrowseAllBuilds } from "@/server/domains/builds/input.ts";
import { BUILD_STATUSES, PLATFORMS } from "@/shared/vocabulary.ts";
import { BuildsTable } from "./_components/builds-table";
import { LiveStatus } from "./_components/live-status";

export const metadata: Metadata = { title: ADMIN_PAGES.builds.title };

export default async function AdminBuildsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const query = readQuery(await searchParams);
  void api.adminBuilds.list.prefetch(toBuildListInput(query));
  return (
    <>
      <PageHeader title="Builds" badge={<LiveStatus />} />
      <BuildFilters path={BUILDS_PATH} query={query} platforms={PLATFORMS} hasStuck />
      <HydratedTable columns={8} rows={16}>
        <BuildsTable query={query} />
      </HydratedTable>
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
