import { formatSeconds, formatSuccessRate, MetricLink } from "@/app/_components/builds/metrics.tsx";
import { type BuildListQuery, buildListHref } from "@/app/_paths/build-list-query.ts";
import { buildsPath, listingsPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { listHref } from "@/app/_ui/list/list-url.ts";
import { Stat, StatGrid } from "@/app/_ui/page/section.tsx";

type OverviewMetricsProps = {
  tenant: string;
  summary: RouterOutputs["builds"]["summary"];
  counts: RouterOutputs["listings"]["counts"];
};

/** Metrics of builds and listings; each links to the list that it counts. */
export function OverviewMetrics({ tenant, summary, counts }: OverviewMetricsProps) {
  const { since, all, queued, inProgress } = summary;
  const buildsHref = (query: Partial<BuildListQuery>) => buildListHref(buildsPath(tenant), query);
  const listingsHref = (status: keyof typeof counts) => listHref(listingsPath(tenant), { status });
  const finishedHref = buildsHref({ status: ["COMPLETED", "FAILED"], since });
  return (
    <StatGrid>
      <Stat
        label="Success rate"
        value={<MetricLink href={finishedHref}>{formatSuccessRate(all)}</MetricLink>}
        detail={
          <MetricLink href={buildsHref({ status: ["FAILED"], since })}>
            {formatNumber(all.failed)} of {formatCount(all.completed + all.failed, "build")} failed
          </MetricLink>
        }
      />
      <Stat
        label="Duration p50"
        value={
          <MetricLink href={buildsHref({ status: ["COMPLETED"], since })}>
            {formatSeconds(all.runMedian)}
          </MetricLink>
        }
        detail={<>p90 {formatSeconds(all.runP90)}</>}
      />
      <Stat
        label="Queue time p50"
        value={<MetricLink href={finishedHref}>{formatSeconds(all.queueMedian)}</MetricLink>}
        detail={<>p90 {formatSeconds(all.queueP90)}</>}
      />
      <Stat
        label="Running"
        value={
          <MetricLink href={buildsHref({ status: ["IN_PROGRESS"] })}>{formatNumber(inProgress)}</MetricLink>
        }
        detail={
          <MetricLink href={buildsHref({ status: ["QUEUED"] })}>{formatNumber(queued)} queued</MetricLink>
        }
      />
      <Stat
        label="Pending listings"
        value={
          <MetricLink href={listingsHref("PENDING_APPROVAL")}>
            {formatNumber(counts.PENDING_APPROVAL)}
          </MetricLink>
        }
        detail="in review"
      />
      <Stat
        label="Approved listings"
        value={<MetricLink href={listingsHref("APPROVED")}>{formatNumber(counts.APPROVED)}</MetricLink>}
        detail={
          <MetricLink href={listingsHref("REJECTED")}>{formatNumber(counts.REJECTED)} rejected</MetricLink>
        }
      />
    </StatGrid>
  );
}
