import { IconHammer } from "@tabler/icons-react";
import type { Metadata } from "next";
import {
  type BuildListQuery,
  buildListHref,
  hasFilters,
  toBuildListInput,
  toParameters,
} from "@/app/_paths/build-list-query.ts";
import { appsPath, buildsPath } from "@/app/_paths/builder.ts";
import { BUILDER_PAGES } from "@/app/_paths/builder-pages.ts";
import { readSourceQuery } from "@/app/_paths/search-params.ts";
import { api, HydrateClient, PREFETCH_WAIT_MS, prefetchSettlesWithin } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { SuspenseUnless, TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { ListSearch } from "@/app/_ui/list/list-search.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { DAY_MS } from "@/shared/time.ts";
import { BuildsApiPopover } from "./_components/builds-api-popover";
import { BuildsTable } from "./_components/builds-table";
import { type FilterChoice, listFields } from "./_components/filters/conditions";
import { BuildFilterBar } from "./_components/filters/filter-bar";
import { SavedViews, SaveView } from "./_components/saved-views";

export const metadata: Metadata = { title: BUILDER_PAGES.builds.title };

type BuildsPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function BuildsPage({ params, searchParams }: BuildsPageProps) {
  const { tenant } = await openBuilder((await params).tenant);
  const { slug } = tenant;
  const query = readSourceQuery(await searchParams);
  const path = buildsPath(slug);
  const input = { tenant: slug, ...toBuildListInput(query) };
  const [isSettled, facets, views] = await Promise.all([
    prefetchSettlesWithin(PREFETCH_WAIT_MS, api.builds.list.prefetch(input)),
    api.builds.facets(input),
    api.builds.views({ tenant: slug }),
  ]);
  const { search = "", ...filters } = { ...query, cursor: undefined };
  const shown = toQuery({ ...filters, search });
  const isSaved = views.some((view) => view.query === shown);
  const hasBuilds = facets.values.status.length > 0 || hasFilters(query);
  return (
    <>
      <PageHeader title="Builds" actions={<BuildsApiPopover tenant={tenant} query={query} />} />
      {hasBuilds && (
        <BuildFilterBar
          path={path}
          query={query}
          fields={listFields(facets.values, listPeriods(), { hasCounts: !search })}
          countsOf={facets.isCapped ? NEWEST_ONLY : undefined}
          clearHref={hasFilters(query) ? path : undefined}
          actions={<SaveView tenant={slug} query={shown} isOffered={shown !== "" && !isSaved} />}
          search={
            <ListSearch
              label="Search builds"
              placeholder="Version, commit, message, reason"
              path={path}
              search={search}
              query={toParameters(filters)}
            />
          }
        />
      )}
      <SavedViews tenant={slug} path={path} query={shown} views={views} />
      <HydrateClient>
        <SuspenseUnless isSettled={isSettled} fallback={<TableSkeleton columns={9} rows={16} />}>
          <BuildsTable tenant={slug} path={path} query={query} empty={<NoBuilds tenant={slug} />} />
        </SuspenseUnless>
      </HydrateClient>
    </>
  );
}

const NEWEST_ONLY = "newest 500 builds";

const toQuery = (query: BuildListQuery): string => buildListHref("", query).slice(1);

/** Periods up to today, by their first day in UTC. */
const listPeriods = (): FilterChoice[] =>
  [
    { label: "Today", days: 1 },
    { label: "Last 7 days", days: 7 },
    { label: "Last 30 days", days: 30 },
  ].map(({ label, days }) => ({
    label,
    value: new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10),
  }));

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
