import type { Metadata } from "next";
import { Suspense } from "react";
import { LISTING_STATUSES } from "@/db/schema/vocabulary.ts";
import { api, HydrateClient } from "../../../_trpc/server";
import { ApiPopover } from "../../../_ui/actions/api-popover";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { readChoices, type SearchParams } from "../../../_ui/list/list-url";
import { PageHeader } from "../../../_ui/page/page-header";
import { ListingFilters } from "../../_components/listings/listing-filters";
import { ListingsTable } from "../../_components/listings/listings-table";
import { listingsInput } from "../../_components/listings/listings-view";
import { NoListings } from "../../_components/listings/no-listings";
import { publishRequest } from "../../_components/listings/publish-request";
import { tenantPath } from "../../_components/paths";
import { openBuilder } from "../../access";
import { readTimeCursor } from "../../search-params";

export const metadata: Metadata = { title: "Listings" };

type ListingsPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function ListingsPage({ params, searchParams }: ListingsPageProps) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const query = await searchParams;
  const view = { status: readChoices(query, "status", LISTING_STATUSES), cursor: readTimeCursor(query) };
  const path = `${tenantPath(tenant.slug)}/listings`;
  const mayPublish = permissions.includes("MARKETPLACE_PUBLISH");
  void api.listings.list.prefetch(listingsInput(tenant.slug, view));
  const counts = await api.listings.counts({ tenant: tenant.slug });
  return (
    <>
      <PageHeader
        title="Listings"
        description={`Plugins and themes of ${tenant.name}, version by version.`}
        actions={
          mayPublish && (
            <ApiPopover
              {...publishRequest(tenant.id)}
              cli="cli plugin publish"
              permission="MARKETPLACE_PUBLISH"
            />
          )
        }
      />
      <ListingFilters path={path} view={view} counts={counts} />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={10} />}>
          <ListingsTable
            tenant={tenant.slug}
            path={path}
            view={view}
            empty={<NoListings tenant={tenant} mayPublish={mayPublish} />}
          />
        </Suspense>
      </HydrateClient>
    </>
  );
}
