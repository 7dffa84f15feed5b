import { describePlatform } from "@/app/_components/labels/labels.ts";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { buildPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { ElapsedTime } from "@/app/_ui/data/time.tsx";
import { toMessage } from "@/shared/build-log/failure-message.ts";
import { isolate } from "@/shared/text/isolate.ts";
import classes from "./overview.module.css";

type RecentBuild = RouterOutputs["builds"]["summary"]["unfinished"][number];

type RecentBuildsProps = {
  tenant: string;
  caption: string;
  builds: RecentBuild[];
  empty: string;
  /** Shows status and elapsed time of unfinished builds. */
  isRunning?: boolean;
};

export function RecentBuilds({ tenant, caption, builds, empty, isRunning = false }: RecentBuildsProps) {
  return (
    <DataTable
      caption={caption}
      columns={
        isRunning
          ? [buildColumn, versionColumn, statusColumn, sinceColumn]
          : [failedBuildColumn, versionColumn, whenColumn]
      }
      rows={builds}
      rowKey={(build) => build.id}
      rowHref={(build) => buildPath(tenant, build)}
      empty={<p className={classes.nothing}>{empty}</p>}
    />
  );
}

const BuildName = ({ build: { app, number } }: { build: RecentBuild }) => (
  <>
    {app.name} <span className={classes.aside}>#{number}</span>
  </>
);

const buildColumn: Column<RecentBuild> = {
  key: "build",
  header: "Build",
  isWide: true,
  fullText: ({ app, number }) => `${isolate(app.name)} #${number}`,
  cell: (build) => <BuildName build={build} />,
};

/** Build, and below it the reason of its failure. */
const failedBuildColumn: Column<RecentBuild> = {
  ...buildColumn,
  fullText: ({ app, number, failure }) =>
    [`${isolate(app.name)} #${number}`, failure?.summary].join("\n").trim(),
  cell: (build) => (
    <>
      <BuildName build={build} />
      <span className={classes.reason}>
        {build.failure ? toMessage(build.failure.summary) : "No reason found"}
      </span>
    </>
  ),
};

const versionColumn: Column<RecentBuild> = {
  key: "what",
  header: "Version",
  cell: ({ platform, version }) => `${describePlatform(platform)} ${version}`,
};

const statusColumn: Column<RecentBuild> = {
  key: "status",
  header: "Status",
  cell: ({ status, stalled }) => <StatusBadge status={status} isStalled={stalled} />,
};

const sinceColumn: Column<RecentBuild> = {
  key: "since",
  header: "Elapsed",
  align: "end",
  cell: ({ createdAt, startedAt }) => <ElapsedTime since={startedAt ?? createdAt} />,
};

const whenColumn: Column<RecentBuild> = timeColumn("when", "Queued", ({ createdAt }) => createdAt);
