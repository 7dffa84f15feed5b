import type { Metadata } from "next";
import { ChangelogText } from "@/app/_components/changelog/markdown.tsx";
import { RolloutActions } from "@/app/_components/rollouts/rollout-actions.tsx";
import { RolloutPanel } from "@/app/_components/rollouts/rollout-panel.tsx";
import { RolloutBadge } from "@/app/_components/rollouts/rollout-state.tsx";
import { toEntityKey } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { api } from "@/app/_trpc/server.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { getListing, openBuilder } from "@/app/builder/access.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { ListingDetailPage } from "../_components/listing-detail";

type ListingPageProps = { params: Promise<{ tenant: string; listingId: string }> };

export async function generateMetadata({ params }: ListingPageProps): Promise<Metadata> {
  const { tenant, listingId } = await params;
  await openBuilder(tenant);
  const { name, version } = await getListing(tenant, listingId);
  return { title: `${isolate(name)} ${version}` };
}

export default async function ListingPage({ params }: ListingPageProps) {
  const { tenant: slug, listingId } = await params;
  const { tenant, permissions } = await openBuilder(slug);
  const listing = await getListing(slug, listingId);
  const look = listing.type === "THEME" ? await api.listings.look({ tenant: slug, listingId }) : null;
  const changelog = listing.changelog ? await api.listings.changelog({ tenant: slug, listingId }) : null;
  const { dueAt } = await api.listings.review({ tenant: slug, listingId });
  const checks = await api.checks.of({ tenant: slug, listingId });
  const rollout = await api.rollouts.ofListing({ tenant: slug, listingId });
  const canPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const versions =
    listing.status === "REJECTED"
      ? await api.listings.versions({ tenant: slug, ...toEntityKey(listing) })
      : undefined;
  return (
    <ListingDetailPage
      tenant={tenant}
      initialListing={listing}
      dueAt={dueAt}
      initialVersions={versions}
      look={look}
      checks={checks}
      changelog={listing.changelog && <ChangelogText source={listing.changelog} document={changelog} />}
      rollout={rollout && <RolloutSection tenant={slug} rollout={rollout} canControl={canPublish} />}
      canWithdraw={canPublish}
    />
  );
}

type RolloutSectionProps = {
  tenant: string;
  rollout: NonNullable<RouterOutputs["rollouts"]["ofListing"]>;
  canControl: boolean;
};

/** Rollout of one of the tenant's versions. */
function RolloutSection({ tenant, rollout, canControl }: RolloutSectionProps) {
  return (
    <Section
      id="rollout"
      title="Rollout"
      description={<RolloutBadge state={rollout.state} />}
      actions={canControl && <RolloutActions rollout={rollout} tenant={tenant} />}
    >
      <RolloutPanel rollout={rollout} />
    </Section>
  );
}
