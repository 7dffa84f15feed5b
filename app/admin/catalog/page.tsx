import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { CATALOG_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { readChoices, type SearchParams, toggleFilters } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { ITEM_STATES } from "@/server/domains/moderation/catalog/input.ts";
import { type ItemsView, isNarrowed, itemsHref, itemsInput, itemsQuery } from "./_components/catalog-view";
import { ItemsTable } from "./_components/items-table";
import { CatalogFilters, CatalogTabs, readCatalogView } from "./catalog-filters";

export const metadata: Metadata = { title: ADMIN_PAGES.catalog.title };

const STATE_LABELS = { PUBLISHED: "Published", UNPUBLISHED: "Not published" } as const;

export default async function CatalogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const params = await searchParams;
  const view: ItemsView = { ...readCatalogView(params), state: readChoices(params, "state", ITEM_STATES) };
  void api.adminCatalog.items.prefetch(itemsInput(view));
  const hrefOf = (change: Partial<ItemsView>) => itemsHref({ ...view, cursor: undefined, ...change });
  return (
    <>
      <PageHeader title="Catalog" />
      <CatalogTabs />
      <CatalogFilters
        label="Search items"
        path={CATALOG_PATH}
        view={view}
        query={itemsQuery(view)}
        hrefOf={hrefOf}
        isNarrowed={isNarrowed(view, view.state)}
        states={toggleFilters(
          ITEM_STATES,
          view.state,
          (state) => STATE_LABELS[state],
          (state) => hrefOf({ state }),
        )}
      />
      <HydratedTable columns={7} rows={10}>
        <ItemsTable view={view} />
      </HydratedTable>
    </>
  );
}
