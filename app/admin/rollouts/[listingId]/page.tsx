import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { RolloutActions } from "@/app/_components/rollouts/rollout-actions.tsx";
import { RolloutPanel } from "@/app/_components/rollouts/rollout-panel.tsx";
import { RolloutBadge } from "@/app/_components/rollouts/rollout-state.tsx";
import { ROLLOUTS_PATH, reviewPath } from "@/app/_paths/admin.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";

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
