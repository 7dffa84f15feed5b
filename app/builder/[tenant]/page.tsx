import type { Metadata } from "next";
import { api, HydrateClient, PREFETCH_WAIT_MS, prefetchSettlesWithin } from "../../_trpc/server";
import { SuspenseUnless } from "../../_ui/feedback/skeletons";
import { PageHeader } from "../../_ui/page/page-header";
import { BuildsApiPopover } from "../_components/builds/builds-api-popover";
import { Overview } from "../_components/overview/overview";
import { decidedInput, waitingInput } from "../_components/overview/overview-input";
import { OverviewSkeleton } from "../_components/overview/overview-skeleton";
import { openBuilder } from "../access";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const { slug } = tenant;
  const isSettled = await prefetchSettlesWithin(
    PREFETCH_WAIT_MS,
    api.builds.summary.prefetch({ tenant: slug }),
    api.listings.counts.prefetch({ tenant: slug }),
    api.listings.list.prefetch(waitingInput(slug)),
    api.listings.list.prefetch(decidedInput(slug)),
  );
  return (
    <>
      <PageHeader
        title="Overview"
        description={`How ${tenant.name} is doing.`}
        actions={<BuildsApiPopover tenant={tenant} view={{ status: [], platform: [] }} />}
      />
      <HydrateClient>
        <SuspenseUnless isSettled={isSettled} fallback={<OverviewSkeleton />}>
          <Overview tenant={tenant} mayBuild={permissions.includes("BUILDS_CREATE")} />
        </SuspenseUnless>
      </HydrateClient>
    </>
  );
}
