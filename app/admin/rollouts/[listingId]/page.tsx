import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { RolloutActions } from "../../../_components/rollouts/rollout-actions";
import { RolloutBadge } from "../../../_components/rollouts/rollout-badge";
import { RolloutPanel } from "../../../_components/rollouts/rollout-panel";
import { api } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { ButtonLink } from "../../../_ui/actions/button";
import { PageHeader } from "../../../_ui/page/page-header";
import { Section } from "../../../_ui/page/section";
import { ROLLOUTS_PATH, reviewPath } from "../../_components/paths";

type RolloutPageProps = { params: Promise<{ listingId: string }> };

const getRollout = cache(
  async (listingId: string) => (await api.adminRollouts.ofListing({ listingId })) ?? notFound(),
);

export async function generateMetadata({ params }: RolloutPageProps): Promise<Metadata> {
  await requireAdmin();
  const { name, version } = await getRollout((await params).listingId);
  return { title: `Rollout of ${name} ${version}` };
}

export default async function RolloutPage({ params }: RolloutPageProps) {
  await requireAdmin();
  const rollout = await getRollout((await params).listingId);
  return (
    <>
      <PageHeader
        title={`${rollout.name} ${rollout.version}`}
        badge={<RolloutBadge state={rollout.state} />}
        description={`Published by ${rollout.publisher.name}`}
        breadcrumbs={[{ href: ROLLOUTS_PATH, label: "Rollouts" }]}
        actions={
          <>
            <ButtonLink href={reviewPath(rollout.listingId)}>Open review</ButtonLink>
            <RolloutActions rollout={rollout} />
          </>
        }
      />
      <Section title="Progress">
        <RolloutPanel rollout={rollout} />
      </Section>
    </>
  );
}
