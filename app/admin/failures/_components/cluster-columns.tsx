import { describePlatform } from "@/app/_components/labels/labels.ts";
import { failurePath } from "@/app/_paths/admin.ts";
import { type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Sparkline } from "@/app/_ui/data/sparkline.tsx";
import { Absent, Dot } from "@/app/_ui/data/values.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import type { FailureCluster } from "@/server/domains/builds/failures/view.ts";
import { toMessage } from "@/shared/build-log/failure-message.ts";
import classes from "./failures.module.css";

export const clusterColumns: Column<FailureCluster>[] = [
  {
    key: "reason",
    header: "Reason",
    isWide: true,
    cell: ({ buildId, summary, notice }) => (
      <span className={classes.reason}>
        <Link href={failurePath(buildId)} className={classes.message} title={summary}>
          {toMessage(summary)}
        </Link>
        {notice && (
          <span title={notice.text}>
            <Dot tone="info">Notice</Dot>
          </span>
        )}
      </span>
    ),
  },
  { key: "day", header: "24 hours", align: "end", cell: ({ lastDay }) => formatNumber(lastDay) },
  {
    key: "change",
    header: "Change",
    align: "end",
    cell: ({ lastDay, dayBefore }) => <Change by={lastDay - dayBefore} />,
  },
  {
    key: "trend",
    header: "48 hours",
    cell: ({ hours }) => (
      <span className={classes.trend}>
        <Sparkline values={hours} label="Failures" unit="hours" />
      </span>
    ),
  },
  { key: "tenants", header: "Workspaces", align: "end", cell: ({ tenants }) => formatNumber(tenants) },
  {
    key: "platforms",
    header: "Platform",
    isMinor: true,
    cell: ({ platforms }) => platforms.map(describePlatform).join(", "),
  },
  {
    key: "workers",
    header: "Workers",
    isMinor: true,
    cell: (cluster) => <Workers cluster={cluster} max={1} />,
  },
  timeColumn("latest", "Last failure", ({ latestAt }) => latestAt),
];

export function Change({ by }: { by: number }) {
  if (by === 0) return "0";
  return (
    <span className={by > 0 ? classes.growth : undefined}>
      {by > 0 ? "+" : "−"}
      {formatNumber(Math.abs(by))}
    </span>
  );
}

/** Workers of most of the builds, with their numbers. */
export function Workers({ cluster, max }: { cluster: FailureCluster; max?: number }) {
  const { workerCount } = cluster;
  const workers = cluster.workers.slice(0, max);
  if (workers.length === 0) return <Absent why="unassigned" />;
  return (
    <ul className={classes.workers}>
      {workers.map(({ id, builds }) => (
        <li key={id}>
          <code>{id}</code> {formatNumber(builds)}
        </li>
      ))}
      {workerCount > workers.length && <li>and {formatNumber(workerCount - workers.length)} more</li>}
    </ul>
  );
}
