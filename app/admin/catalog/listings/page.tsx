import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { CATALOG_LISTINGS_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { readChoices, type SearchParams, toggleFilters } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { LISTING_STATUSES } from "@/shared/vocabulary.ts";
import {
  isNarrowed,
  type ListingsView,
  listingsHref,
  listingsInput,
  listingsQuery,
} from "../_components/catalog-view";
import { ListingsTable } from "../_components/listings-table";
import { CatalogFilters, CatalogTabs, readCatalogView } from "../catalog-filters";

export const metadata: Metadata = { title: ADMIN_PAGES.listings.title };

export default async function CatalogListingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const params = await searchParams;
  const view: ListingsView = {
    ...readCatalogView(params),
    status: readChoices(params, "status", LISTING_STATUSES),
  };
  void api.adminCatalog.listings.prefetch(listingsInput(view));
  const hrefOf = (change: Partial<ListingsView>) => listingsHref({ ...view, cursor: undefined, ...change });
  return (
    <>
      <PageHeader title="Catalog" />
      <CatalogTabs />
      <CatalogFilters
        label="Search listings"
        path={CATALOG_LISTINGS_PATH}
        view={view}
        query={listingsQuery(view)}
        hrefOf={hrefOf}
        isNarrowed={isNarrowed(view, view.status)}
        states={toggleFilters(
          LISTING_STATUSES,
          view.status,
          (status) => <StatusBadge status={status} isStatic />,
          (status) => hrefOf({ status }),
        )}
      />
      <HydratedTable columns={8} rows={10}>
        <ListingsTable view={view} />
      </HydratedTable>
    </>
  );
}
