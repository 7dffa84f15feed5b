import { IconHammer } from "@tabler/icons-react";
import type { Metadata } from "next";
import { PLATFORMS } from "@/db/schema/vocabulary.ts";
import { api, HydrateClient, PREFETCH_WAIT_MS, prefetchSettlesWithin } from "../../../_trpc/server";
import { ButtonLink } from "../../../_ui/actions/button";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { SuspenseUnless, TableSkeleton } from "../../../_ui/feedback/skeletons";
import type { SearchParams } from "../../../_ui/list/list-url";
import { PageHeader } from "../../../_ui/page/page-header";
import { BuildFilters } from "../../_components/builds/build-filters";
import { BuildsApiPopover } from "../../_components/builds/builds-api-popover";
import { BuildsTable } from "../../_components/builds/builds-table";
import { buildsInput } from "../../_components/builds/builds-view";
import { tenantPath } from "../../_components/paths";
import { openBuilder } from "../../access";
import { readBuildsView } from "../../read-builds-view";

export const metadata: Metadata = { title: "Builds" };

type BuildsPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function BuildsPage({ params, searchParams }: BuildsPageProps) {
  const { tenant } = await openBuilder((await params).tenant);
  const view = readBuildsView(await searchParams);
  const path = `${tenantPath(tenant.slug)}/builds`;
  const isSettled = await prefetchSettlesWithin(
    PREFETCH_WAIT_MS,
    api.builds.list.prefetch(buildsInput(tenant.slug, undefined, view)),
  );
  return (
    <>
      <PageHeader
        title="Builds"
        description={`The builds of all apps of ${tenant.name}, newest first.`}
        actions={<BuildsApiPopover tenant={tenant} view={view} />}
      />
      <BuildFilters path={path} view={view} platforms={PLATFORMS} />
      <HydrateClient>
        <SuspenseUnless isSettled={isSettled} fallback={<TableSkeleton columns={8} rows={16} />}>
          <BuildsTable
            tenant={tenant.slug}
            path={path}
            view={view}
            empty={<NoBuilds tenant={tenant.slug} />}
          />
        </SuspenseUnless>
      </HydrateClient>
    </>
  );
}

function NoBuilds({ tenant }: { tenant: string }) {
  return (
    <EmptyState
      icon={<IconHammer size={20} stroke={1.6} />}
      title="No builds yet"
      description="Every build of every app of this tenant will be listed here. Start with an app: its page queues the first one."
      action={<ButtonLink href={`${tenantPath(tenant)}/apps`}>To the apps</ButtonLink>}
    />
  );
}
