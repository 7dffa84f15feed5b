import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { FeaturedItems } from "../_components/featured-items";
import { CatalogTabs } from "../catalog-filters";

export const metadata: Metadata = { title: ADMIN_PAGES.featured.title };

export default async function FeaturedItemsPage() {
  await requireAdmin();
  void api.adminFeaturedItems.list.prefetch();
  return (
    <>
      <PageHeader title="Catalog" description="Shown at the top of the marketplace, in this order." />
      <CatalogTabs />
      <HydratedTable columns={4} rows={3}>
        <FeaturedItems />
      </HydratedTable>
    </>
  );
}
