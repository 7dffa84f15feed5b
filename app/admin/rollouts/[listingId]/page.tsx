import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache, Fragment } from "react";
import { RolloutActions } from "@/app/_components/rollouts/rollout-actions.tsx";
import { RolloutPanel } from "@/app/_components/rollouts/rollout-panel.tsx";
import { formatFailedBuilds, RolloutBadge } from "@/app/_components/rollouts/rollout-state.tsx";
import { ROLLOUTS_PATH, reviewPath, tenantPath } from "@/app/_paths/admin.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import type { DecidingBuilds } from "@/server/domains/apps/rollouts/view.ts";
import { isolate } from "@/shared/text/isolate.ts";

const COLUMNS: Column<DecidingBuilds>[] = [
  {
    key: "workspaces",
    header: "Workspaces",
    isWide: true,
    cell: ({ tenants }) =>
      tenants.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ", "}
          <Link href={tenantPath(id)}>{name}</Link>
        </Fragment>
      )),
  },
  { key: "creator", header: "Created by", cell: ({ madeBy }) => madeBy ?? <Absent /> },
  { key: "before", header: "Before", cell: ({ before }) => formatFailedBuilds(before) },
  { key: "after", header: "After", cell: ({ after }) => formatFailedBuilds(after) },
];

type RolloutPageProps = { params: Promise<{ listingId: string }> };

const getRollout = cache(
  async (listingId: string) => (await api.adminRollouts.ofListing({ listingId })) ?? notFound(),
);

export async function generateMetadata({ params }: RolloutPageProps): Promise<Metadata> {
  await requireAdmin();
  const { name, version } = await getRollout((await params).listingId);
  return { title: `Rollout of ${isolate(name)} ${version}` };
}

export default async function RolloutPage({ params }: RolloutPageProps) {
  await requireAdmin();
  const rollout = await getRollout((await params).listingId);
  return (
    <>
      <PageHeader
        title={`${isolate(rollout.name)} ${rollout.version}`}
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
      {rollout.decidedBy.length > 0 && (
        <Section
          title="Workspaces whose builds count"
          description="Workspaces that one person created count as one. Publishers see the totals only."
        >
          <DataTable
            caption="Workspaces whose builds count, most failures first"
            columns={COLUMNS}
            rows={rollout.decidedBy}
            rowKey={({ person }) => person}
          />
        </Section>
      )}
    </>
  );
}
