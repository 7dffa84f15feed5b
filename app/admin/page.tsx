import { Suspense } from "react";
import { QUEUE_PATH, reviewPath } from "@/app/_paths/admin.ts";
import { env } from "@/server/core/env/env.ts";
import { api } from "../_trpc/server";
import { requireAdmin } from "../_trpc/session";
import { ButtonLink } from "../_ui/actions/button";
import { DataTable } from "../_ui/data/data-table";
import { Callout } from "../_ui/feedback/callout";
import { EmptyState } from "../_ui/feedback/empty-state";
import { StatsSkeleton, TableSkeleton } from "../_ui/feedback/skeletons";
import { PageHeader } from "../_ui/page/page-header";
import { Section } from "../_ui/page/section";
import { AttentionStats } from "./_components/overview/attention-stats";
import { FailedBuilds } from "./builds/_components/failed-builds";
import { queueColumns } from "./moderation/_components/queue/queue-columns";
import classes from "./page.module.css";

export default async function AdminPage() {
  await requireAdmin();
  return (
    <>
      <PageHeader title="Overview" description="Needs attention" />
      {env().OUTBOUND === "hold" && (
        <Callout>
          Callbacks and email wait, because the server runs with <code>OUTBOUND=hold</code>. Release or drop
          what is older than the restore with <code>npm run outbound</code>, then start the server without the
          setting.
        </Callout>
      )}
      <div className={classes.parts}>
        <Suspense fallback={<StatsSkeleton stats={10} />}>
          <AttentionStats />
        </Suspense>
        <Suspense fallback={<TableSkeleton columns={6} rows={5} />}>
          <OldestListings />
        </Suspense>
        <Suspense fallback={<TableSkeleton columns={7} rows={5} />}>
          <FailedBuilds />
        </Suspense>
      </div>
    </>
  );
}

const SHOWN = 5;

async function OldestListings() {
  const { listings } = await api.adminModeration.queue({ limit: SHOWN });
  return (
    <Section title="Oldest pending reviews" actions={<ButtonLink href={QUEUE_PATH}>All</ButtonLink>}>
      <DataTable
        caption="Oldest pending listings"
        columns={queueColumns}
        rows={listings}
        rowKey={(listing) => listing.id}
        rowHref={(listing) => reviewPath(listing.id)}
        empty={<EmptyState title="The queue is empty" description="New submissions appear here." />}
      />
    </Section>
  );
}
