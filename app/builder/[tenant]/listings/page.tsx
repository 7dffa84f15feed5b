import type { Metadata } from "next";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { listingsPath } from "@/app/_paths/builder.ts";
import { BUILDER_PAGES } from "@/app/_paths/builder-pages.ts";
import { readTimeCursor } from "@/app/_paths/search-params.ts";
import { api } from "@/app/_trpc/server.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { listHref, readChoices, type SearchParams, toggleFilters } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { publishRequest } from "@/app/builder/[tenant]/_components/entities/api-requests.ts";
import { openBuilder } from "@/app/builder/access.ts";
import { LISTING_STATUSES } from "@/shared/vocabulary.ts";
import classes from "./_components/listings.module.css";
import { ListingsTable } from "./_components/listings-table";

export const metadata: Metadata = { title: BUILDER_PAGES.listings.title };

type ListingsPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function ListingsPage({ params, searchParams }: ListingsPageProps) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const { slug } = tenant;
  const query = await searchParams;
  const status = readChoices(query, "status", LISTING_STATUSES);
  const cursor = readTimeCursor(query);
  const path = listingsPath(slug);
  const canPublish = permissions.includes("MARKETPLACE_PUBLISH");
  void api.listings.list.prefetch({ tenant: slug, status, ...(cursor && { cursor }) });
  const counts = await api.listings.counts({ tenant: slug });
  const hasListings = LISTING_STATUSES.some((one) => counts[one] > 0);
  return (
    <>
      <PageHeader
        title="Listings"
        actions={
          canPublish && (
            <ApiPopover
              {...publishRequest(tenant.id)}
              cli="cli plugin publish"
              permission="MARKETPLACE_PUBLISH"
            />
          )
        }
      />
      {hasListings && (
        <FilterBar clearHref={status.length > 0 ? path : undefined}>
          <FilterLinks
            label="Status"
            filters={toggleFilters(
              LISTING_STATUSES,
              status,
              (one) => (
                <>
                  <StatusBadge status={one} />
                  <span className={classes.count}>{formatNumber(counts[one])}</span>
                </>
              ),
              (status) => listHref(path, { status }),
            )}
          />
        </FilterBar>
      )}
      <HydratedTable columns={6} rows={10}>
        <ListingsTable tenant={tenant} query={{ status, cursor }} canPublish={canPublish} />
      </HydratedTable>
    </>
  );
}
