import type { Metadata } from "next";
import { api, HydrateClient, isThereSoon } from "../../_trpc/server";
import { Arriving } from "../../_ui/feedback/arriving";
import { PageHeader } from "../../_ui/page/page-header";
import { openBuilder } from "../access";
import { Overview } from "./_components/overview";
import { decidedInput, waitingInput } from "./_components/overview-input";
import { OverviewSkeleton } from "./_components/overview-skeleton";
import { BuildsApiPopover } from "./builds/_components/builds-api-popover";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const { slug } = tenant;
  const isThere = await isThereSoon(
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
        <Arriving isThere={isThere} skeleton={<OverviewSkeleton />}>
          <Overview tenant={tenant} mayBuild={permissions.includes("BUILDS_CREATE")} />
        </Arriving>
      </HydrateClient>
    </>
  );
}
