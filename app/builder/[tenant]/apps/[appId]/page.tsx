import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../../_trpc/server";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { StatsSkeleton, TableSkeleton } from "../../../../_ui/feedback/skeletons";
import type { SearchParams } from "../../../../_ui/list/list-url";
import { PageHeader } from "../../../../_ui/page/page-header";
import { ArchivedApp } from "../../../_components/apps/archived-app";
import { ManageApp } from "../../../_components/apps/manage-app";
import { AppFigures } from "../../../_components/builds/app-figures";
import { BuildFilters } from "../../../_components/builds/build-filters";
import { pickApiFilters, toCliCommand } from "../../../_components/builds/builds-api";
import { BuildsTable } from "../../../_components/builds/builds-table";
import { buildsHref, buildsInput } from "../../../_components/builds/builds-view";
import { NewBuildButton, NewBuildDialog } from "../../../_components/builds/new-build";
import { NoBuildsOfApp } from "../../../_components/builds/no-builds-of-app";
import { appPath, appsPath } from "../../../_components/paths";
import { describePlatform } from "../../../_components/words";
import { getApp, openBuilder } from "../../../access";
import { readBuildsView } from "../../../read-builds-view";

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
  const view = readBuildsView(await searchParams);
  const path = appPath(slug, app.id);
  const mayBuild = permissions.includes("BUILDS_CREATE");
  const isBuildable = mayBuild && app.archivedAt === null;
  void api.builds.summaryOfApp.prefetch({ tenant: slug, appId: app.id });
  void api.builds.list.prefetch(buildsInput(slug, app.id, view));
  return (
    <>
      <PageHeader
        title={app.name}
        description={`Builds for ${app.platforms.map(describePlatform).join(" and ")}, newest first.`}
        breadcrumbs={[{ label: "Apps", href: appsPath(slug) }]}
        actions={
          <>
            <ApiPopover
              path={buildsHref(`/api/apps/${app.id}/builds`, pickApiFilters(view))}
              tenantId={tenant.id}
              cli={toCliCommand(app.id, view)}
              permission="BUILDS_READ"
            />
            {mayBuild && <ManageApp tenant={slug} app={app} />}
            {isBuildable && <NewBuildButton />}
          </>
        }
      />
      {app.archivedAt && (
        <ArchivedApp tenant={slug} app={app} archivedAt={app.archivedAt} mayBuild={mayBuild} />
      )}
      <HydrateClient>
        <Suspense fallback={<StatsSkeleton stats={3} />}>
          <AppFigures tenant={slug} appId={app.id} path={path} />
        </Suspense>
      </HydrateClient>
      <BuildFilters path={path} view={view} platforms={app.platforms} />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={8} rows={16} />}>
          <BuildsTable
            tenant={slug}
            appId={app.id}
            path={path}
            view={view}
            empty={<NoBuildsOfApp tenant={tenant} app={app} mayBuild={mayBuild} />}
          />
        </Suspense>
      </HydrateClient>
      {isBuildable && <NewBuildDialog tenant={slug} app={app} />}
    </>
  );
}
