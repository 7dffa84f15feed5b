"use client";

import { buildsPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { Breakdown } from "./breakdown.tsx";
import { BuildsByDay } from "./builds-by-day.tsx";
import classes from "./overview.module.css";
import { OverviewMetrics } from "./overview-metrics.tsx";
import { RecentBuilds } from "./recent-builds.tsx";
import { decidedListingsInput, pendingListingsInput, RecentListings } from "./recent-listings.tsx";
import { Welcome } from "./welcome.tsx";

type OverviewProps = { tenant: { slug: string; name: string }; canBuild: boolean };

/** Metrics and recent activity of a tenant; `LiveBuilds` keeps the builds current. */
export function Overview({ tenant, canBuild }: OverviewProps) {
  const { slug } = tenant;
  const [summary] = trpc.builds.summary.useSuspenseQuery({ tenant: slug });
  const [counts] = trpc.listings.counts.useSuspenseQuery({ tenant: slug });
  const [pending] = trpc.listings.list.useSuspenseQuery(pendingListingsInput(slug));
  const [decided] = trpc.listings.list.useSuspenseQuery(decidedListingsInput(slug));
  if (isNewTenant(summary, counts)) return <Welcome tenant={tenant} canBuild={canBuild} />;
  return (
    <>
      <OverviewMetrics tenant={slug} summary={summary} counts={counts} />
      <BuildsByDay path={buildsPath(slug)} days={summary.days} />
      <Breakdown tenant={slug} summary={summary} />
      <div className={classes.columns}>
        <div>
          <Section title="Running now">
            <RecentBuilds
              tenant={slug}
              caption="Queued and running builds"
              builds={summary.unfinished}
              empty="No builds running"
              isRunning
            />
          </Section>
        </div>
        <div>
          <Section title="Recent failures">
            <RecentBuilds
              tenant={slug}
              caption="Recent failed builds"
              builds={summary.failed}
              empty="No failed builds"
            />
          </Section>
        </div>
        <div>
          <Section title="Pending approval">
            <RecentListings
              tenant={slug}
              caption="Listings pending review"
              listings={pending.listings}
              empty="No listings pending approval"
            />
          </Section>
        </div>
        <div>
          <Section title="Recent decisions">
            <RecentListings
              tenant={slug}
              caption="Recently decided listings"
              listings={decided.listings}
              empty="No decisions yet"
              isDecided
            />
          </Section>
        </div>
      </div>
    </>
  );
}

/**
 * Period of the metrics, below the title of the page; a new tenant has none. Suspends like the metrics, so that server and
 * browser render the same, also where the data comes late.
 */
export function OverviewPeriod({ tenant }: { tenant: string }) {
  const [summary] = trpc.builds.summary.useSuspenseQuery({ tenant });
  const [counts] = trpc.listings.counts.useSuspenseQuery({ tenant });
  return isNewTenant(summary, counts) ? "First steps" : "Last 30 days";
}

/** True for a tenant without builds and listings. */
function isNewTenant(
  { all, queued, inProgress, failed }: RouterOutputs["builds"]["summary"],
  counts: RouterOutputs["listings"]["counts"],
): boolean {
  return [...Object.values(counts), all.completed, queued, inProgress, failed.length].every(
    (count) => count === 0,
  );
}
