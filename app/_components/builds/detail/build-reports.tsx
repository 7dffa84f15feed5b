import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatBytes } from "@/app/_ui/format.ts";
import type { BuildDetail } from "./build-layout.tsx";
import classes from "./build-reports.module.css";

type Report = BuildDetail["reports"][number];

export function BuildReports({ build }: { build: BuildDetail }) {
  const numbered = build.reports.map((report, index) => ({ ...report, number: index + 1 }));
  return (
    <DataTable
      caption="Status reports, oldest first"
      columns={columnsOf(build)}
      rows={numbered}
      rowKey={(report) => String(report.number)}
      empty={<NoReports build={build} />}
    />
  );
}

function NoReports({ build: { finishedAt, leaseUntil } }: { build: BuildDetail }) {
  if (finishedAt) return <EmptyState title="No reports" description="No worker reported on this build." />;
  const next = leaseUntil ? "the worker starts the build" : "a worker picks up the build";
  return <EmptyState title="No reports yet" description={`Reports appear once ${next}.`} />;
}

const columnsOf = (build: BuildDetail): Column<Report & { number: number }>[] => [
  { key: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} isStatic /> },
  { key: "effect", header: "Result", cell: (report) => <Effect report={report} build={build} /> },
  { key: "worker", header: "Worker", cell: ({ workerId }) => workerId ?? <Absent why="unknown" /> },
  {
    key: "artifact",
    header: "Artifact",
    isWide: true,
    cell: ({ artifactPath }) =>
      artifactPath ? (
        <span className={classes.path} title={artifactPath}>
          {artifactPath}
        </span>
      ) : (
        <Absent />
      ),
  },
  {
    key: "size",
    header: "Size",
    align: "end",
    cell: ({ sizeBytes }) => (sizeBytes ? formatBytes(sizeBytes) : <Absent />),
  },
  timeColumn("received", "Received", ({ receivedAt }) => receivedAt),
];

/** A repeated report changes nothing; a report that contradicts a finished build is refused. */
function Effect({ report, build }: { report: Report; build: BuildDetail }) {
  if (report.applied) return "Applied";
  const isRefused = report.status !== "IN_PROGRESS" && report.status !== build.status;
  return (
    <span title={isRefused ? "The build had already finished with another status." : undefined}>
      {isRefused ? "Refused" : "No change"}
    </span>
  );
}
