"use client";

import { formatSeconds, formatSuccessRate, MetricLink } from "@/app/_components/builds/metrics.tsx";
import { buildListHref } from "@/app/_paths/build-list-query.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Stat, StatGrid } from "@/app/_ui/page/section.tsx";
import classes from "./app-metrics.module.css";

/** Build metrics of an app over the last 30 days; each links to the builds that it counts. */
export function AppMetrics({ tenant, appId, path }: { tenant: string; appId: string; path: string }) {
  const [summary] = trpc.builds.summaryOfApp.useSuspenseQuery({ tenant, appId });
  const { since, completed, failed } = summary;
  if (completed + failed === 0) return null;
  const finishedHref = buildListHref(path, { status: ["COMPLETED", "FAILED"], since });
  return (
    <section className={classes.metrics} aria-label="Last 30 days">
      <StatGrid>
        <Stat
          label="Success rate, 30 days"
          value={<MetricLink href={finishedHref}>{formatSuccessRate(summary)}</MetricLink>}
          detail={
            <MetricLink href={buildListHref(path, { status: ["FAILED"], since })}>
              {formatNumber(failed)} of {formatCount(completed + failed, "build")} failed
            </MetricLink>
          }
        />
        <Stat
          label="Duration p50"
          value={
            <MetricLink href={buildListHref(path, { status: ["COMPLETED"], since })}>
              {formatSeconds(summary.runMedian)}
            </MetricLink>
          }
          detail={<>p90 {formatSeconds(summary.runP90)}</>}
        />
        <Stat
          label="Queue time p50"
          value={<MetricLink href={finishedHref}>{formatSeconds(summary.queueMedian)}</MetricLink>}
          detail={<>p90 {formatSeconds(summary.queueP90)}</>}
        />
      </StatGrid>
    </section>
  );
}
