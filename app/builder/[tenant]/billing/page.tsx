import type { Metadata } from "next";
import { Suspense } from "react";
import { BUILDER_PAGES } from "@/app/_paths/builder-pages.ts";
import { readTimeCursor } from "@/app/_paths/search-params.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { PaymentsTable } from "./_components/payments-table";
import { Plans } from "./_components/plans";

export const metadata: Metadata = { title: BUILDER_PAGES.billing.title };

type BillingPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function BillingPage({ params, searchParams }: BillingPageProps) {
  const { tenant } = await openBuilder((await params).tenant);
  const cursor = readTimeCursor(await searchParams);
  void api.billing.payments.prefetch({ tenant: tenant.slug, ...(cursor && { cursor }) });
  // Awaited: a tenant has none, one or several plans, so no skeleton has their height.
  await api.billing.overview.prefetch({ tenant: tenant.slug });
  return (
    <>
      <PageHeader title="Billing" />
      <HydrateClient>
        <Plans tenant={tenant.slug} />
        <Suspense fallback={<TableSkeleton columns={6} rows={8} />}>
          <PaymentsTable tenant={tenant.slug} cursor={cursor} />
        </Suspense>
      </HydrateClient>
    </>
  );
}
