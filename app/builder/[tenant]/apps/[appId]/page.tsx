import type { Metadata } from "next";
import { BuildFilters } from "@/app/_components/builds/build-filters.tsx";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { toBuildListInput } from "@/app/_paths/build-list-query.ts";
import { appPath, appsPath } from "@/app/_paths/builder.ts";
import { readBuildListQuery } from "@/app/_paths/search-params.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { UnavailableNotice } from "@/app/builder/[tenant]/_components/installations/notices.tsx";
import { BuildsApiPopover } from "@/app/builder/[tenant]/builds/_components/builds-api-popover.tsx";
import { BuildsTable } from "@/app/builder/[tenant]/builds/_components/builds-table.tsx";
import { NewBuildButton, NewBuildDialog } from "@/app/builder/[tenant]/builds/_components/new-build.tsx";
import { NoBuildsOfApp } from "@/app/builder/[tenant]/builds/_components/no-builds-of-app.tsx";
import { getApp, openBuilder } from "@/app/builder/access.ts";
import { AppMetrics } from "../_components/app-metrics";
import { AppTabs } from "../_components/app-tabs";
import { ArchivedNotice, ManageApp } from "../_components/manage-app";

type AppPageProps = {
  params: Promise<{ tenant: string; appId: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params }: AppPageProps): Promise<Metadata> {
  const { tenant, appId } = await params;
  await openBuilder(tenant);
  return { title: (await getApp(tenant, appId)).name };
}

export default async function AppPage({ params, searchParams }: AppPageProps) {
  const { tenant: slug, appId } = await params;
  const { tenant, permissions } = await openBuilder(slug);
  const app = await getApp(slug, appId);
  const query = readBuildListQuery(await searchParams);
  const path = appPath(slug, app.id);
  const canBuild = permissions.includes("BUILDS_CREATE");
  const isBuildable = canBuild && app.archivedAt === null;
  void api.builds.list.prefetch({ tenant: slug, ...toBuildListInput({ ...query, appId: app.id }) });
  const [unavailable] = await Promise.all([
    app.archivedAt === null ? api.builds.unavailableInputs({ tenant: slug, appId: app.id }) : [],
    // Awaited: builds follow, and an app without finished builds has no metrics.
    api.builds.summaryOfApp.prefetch({ tenant: slug, appId: app.id }),
  ]);
  return (
    <>
      <PageHeader
        title={app.name}
        description={app.platforms.map(describePlatform).join(" and ")}
        breadcrumbs={[{ label: "Apps", href: appsPath(slug) }]}
        actions={
          <>
            <BuildsApiPopover tenant={tenant} query={query} appId={app.id} />
            {canBuild && <ManageApp tenant={slug} app={app} />}
            {isBuildable && <NewBuildButton />}
          </>
        }
      />
      <AppTabs tenant={slug} app={app} canManage={permissions.includes("APPS_MANAGE")} />
      <UnavailableNotice
        tenant={slug}
        appId={app.id}
        items={unavailable}
        consequence="New builds are refused."
      />
      {app.archivedAt && (
        <ArchivedNotice tenant={slug} app={app} archivedAt={app.archivedAt} canBuild={canBuild} />
      )}
      <HydrateClient>
        <AppMetrics tenant={slug} appId={app.id} path={path} />
      </HydrateClient>
      <BuildFilters path={path} query={query} platforms={app.platforms} />
      <HydratedTable columns={8} rows={16}>
        <BuildsTable
          tenant={slug}
          appId={app.id}
          path={path}
          query={query}
          empty={<NoBuildsOfApp tenant={tenant} app={app} canBuild={canBuild} />}
        />
      </HydratedTable>
      {isBuildable && <NewBuildDialog tenant={slug} app={app} />}
    </>
  );
}
