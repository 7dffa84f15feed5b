import type { RouterOutputs } from "../../../_trpc/client";
import type { Column } from "../../../_ui/data/data-table";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { ElapsedTime, RelativeTime } from "../../../_ui/data/time";
import { Absent, ClippedText } from "../../../_ui/data/values";
import { formatBytes, formatDuration } from "../../../_ui/format";
import { describePlatform } from "../words";
import classes from "./build-columns.module.css";

export type ListedBuild = RouterOutputs["builds"]["list"]["builds"][number];

/** The columns of a list of builds; `isOfOneApp` leaves out the app that the page names already. */
export function buildColumns({ isOfOneApp }: { isOfOneApp: boolean }): Column<ListedBuild>[] {
  return [
    { key: "build", header: "Build", cell: (build) => <BuildName build={build} isOfOneApp={isOfOneApp} /> },
    {
      key: "status",
      header: "Status",
      cell: (build) => (
        <span className={classes.status}>
          <StatusBadge status={build.status} isStalled={build.stalled} />
        </span>
      ),
    },
    { key: "platform", header: "Platform", cell: (build) => describePlatform(build.platform) },
    {
      key: "version",
      header: "Version",
      cell: ({ version }) => <ClippedText text={version} />,
    },
    {
      key: "duration",
      header: "Duration",
      align: "end",
      cell: (build) => (
        <span className={classes.duration}>
          <BuildDuration build={build} />
        </span>
      ),
    },
    {
      key: "size",
      header: "Size",
      align: "end",
      cell: ({ sizeBytes }) => (
        <span className={classes.size}>
          {sizeBytes ? formatBytes(sizeBytes) : <Absent why="no artifact" />}
        </span>
      ),
    },
    {
      key: "worker",
      header: "Worker",
      cell: ({ workerId }) => (
        <span className={classes.worker}>
          {workerId ? <ClippedText text={workerId} /> : <Absent why="no worker yet" />}
        </span>
      ),
    },
    {
      key: "when",
      header: "Queued",
      align: "end",
      cell: (build) => (
        <span className={classes.when}>
          <RelativeTime value={build.createdAt} />
        </span>
      ),
    },
  ];
}

export function BuildDuration({
  build,
}: {
  build: Pick<ListedBuild, "status" | "startedAt" | "finishedAt">;
}) {
  const { startedAt, finishedAt } = build;
  if (!startedAt) return <Absent why={finishedAt ? "start not reported" : "not started"} />;
  if (!finishedAt) return <ElapsedTime since={startedAt} />;
  return formatDuration(Date.parse(finishedAt) - Date.parse(startedAt));
}

function BuildName({ build, isOfOneApp }: { build: ListedBuild; isOfOneApp: boolean }) {
  if (isOfOneApp) return <>#{build.number}</>;
  return (
    <>
      {build.app.name} <span className={classes.number}>#{build.number}</span>
    </>
  );
}
