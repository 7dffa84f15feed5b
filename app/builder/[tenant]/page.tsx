import type { Metadata } from "next";
import { BUILDER_PAGES } from "@/app/_paths/builder-pages.ts";
import { api, HydrateClient, PREFETCH_WAIT_MS, prefetchSettlesWithin } from "@/app/_trpc/server.tsx";
import { SuspenseUnless, TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "../access";
import { Overview, OverviewPeriod } from "./_components/overview/overview.tsx";
import { decidedListingsInput, pendingListingsInput } from "./_components/overview/recent-listings.tsx";
import { BuildsApiPopover } from "./builds/_components/builds-api-popover";
import classes from "./page.module.css";

export const metadata: Metadata = { title: BUILDER_PAGES.overview.title };

export default async function OverviewPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const { slug } = tenant;
  const isSettled = await prefetchSettlesWithin(
    PREFETCH_WAIT_MS,
    api.builds.summary.prefetch({ tenant: slug }),
    api.listings.counts.prefetch({ tenant: slug }),
    api.listings.list.prefetch(pendingListingsInput(slug)),
    api.listings.list.prefetch(decidedListingsInput(slug)),
  );
  return (
    <HydrateClient>
      <PageHeader
        title="Overview"
        description={
          <SuspenseUnless isSettled={isSettled} fallback="Last 30 days">
            <OverviewPeriod tenant={slug} />
          </SuspenseUnless>
        }
        actions={<BuildsApiPopover tenant={tenant} query={{ status: [], platform: [] }} />}
      />
      <SuspenseUnless isSettled={isSettled} fallback={<OverviewSkeleton />}>
        <Overview tenant={tenant} canBuild={permissions.includes("BUILDS_CREATE")} />
      </SuspenseUnless>
    </HydrateClient>
  );
}

/** Placeholder with the heights of the metrics, the chart and the lists. */
function OverviewSkeleton() {
  return (
    <div className={classes.page}>
      <div className={classes.metrics} aria-hidden="true" />
      <div className={classes.chart} aria-hidden="true" />
      <div className={classes.columns}>
        <TableSkeleton columns={4} rows={3} />
        <TableSkeleton columns={4} rows={3} />
      </div>
    </div>
  );
}
