import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { PageHeader } from "../../../_ui/page/page-header";
import { FeaturedItems } from "../_components/featured-items";
import { CatalogTabs } from "../catalog-filters";

export const metadata: Metadata = { title: "Featured items" };

export default async function FeaturedItemsPage() {
  await requireAdmin();
  void api.adminFeaturedItems.list.prefetch();
  return (
    <>
      <PageHeader title="Catalog" description="Shown at the top of the marketplace, in this order." />
      <CatalogTabs />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={4} rows={3} />}>
          <FeaturedItems />
        </Suspense>
      </HydrateClient>
    </>
  );
}
