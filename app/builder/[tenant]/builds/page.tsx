import { IconHammer } from "@tabler/icons-react";
import type { Metadata } from "next";
import { PLATFORMS } from "@/db/schema/vocabulary.ts";
import { BuildFilters } from "../../../_components/builds/build-filters";
import { toBuildListInput } from "../../../_components/builds/build-list-query";
import { api, HydrateClient, PREFETCH_WAIT_MS, prefetchSettlesWithin } from "../../../_trpc/server";
import { ButtonLink } from "../../../_ui/actions/button";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { SuspenseUnless, TableSkeleton } from "../../../_ui/feedback/skeletons";
import type { SearchParams } from "../../../_ui/list/list-url";
import { PageHeader } from "../../../_ui/page/page-header";
import { appsPath, buildsPath } from "../../_components/paths";
import { openBuilder } from "../../access";
import { readBuildListQuery } from "../../search-params";
import { BuildsApiPopover } from "./_components/builds-api-popover";
import { BuildsTable } from "./_components/builds-table";

export const metadata: Metadata = { title: "Builds" };

type BuildsPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function BuildsPage({ params, searchParams }: BuildsPageProps) {
  const { tenant } = await openBuilder((await params).tenant);
  const { slug } = tenant;
  const query = readBuildListQuery(await searchParams);
  const path = buildsPath(slug);
  const isSettled = await prefetchSettlesWithin(
    PREFETCH_WAIT_MS,
    api.builds.list.prefetch({ tenant: slug, ...toBuildListInput(query) }),
  );
  return (
    <>
      <PageHeader title="Builds" actions={<BuildsApiPopover tenant={tenant} query={query} />} />
      <BuildFilters path={path} query={query} platforms={PLATFORMS} />
      <HydrateClient>
        <SuspenseUnless isSettled={isSettled} fallback={<TableSkeleton columns={8} rows={16} />}>
          <BuildsTable tenant={slug} path={path} query={query} empty={<NoBuilds tenant={slug} />} />
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
      description="Queue the first build from an app’s page."
      action={<ButtonLink href={appsPath(tenant)}>View apps</ButtonLink>}
    />
  );
}
