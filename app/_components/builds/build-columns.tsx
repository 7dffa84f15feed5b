import { describeSource, shortenRef } from "@/app/_components/labels/labels.ts";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import type { Column } from "@/app/_ui/data/data-table.tsx";
import { ElapsedTime, RelativeTime } from "@/app/_ui/data/time.tsx";
import { Absent, ClippedText } from "@/app/_ui/data/values.tsx";
import { formatBytes, formatDuration } from "@/app/_ui/format.ts";
import { SHORT_COMMIT_LENGTH } from "@/shared/bounds.ts";
import { toMessage } from "@/shared/build-log/failure-message.ts";
import type { BuildStatus, Platform } from "@/shared/vocabulary.ts";
import { describePlatform } from "../labels/labels.ts";
import classes from "./build-columns.module.css";

/** Status, and beside it the reason of a failed build. */
export const statusColumn: Column<{
  status: BuildStatus;
  stalled: boolean;
  failure: { summary: string } | null;
}> = {
  key: "status",
  header: "Status",
  isWide: true,
  cell: ({ status, stalled, failure }) => (
    <>
      <StatusBadge status={status} isStalled={stalled} />
      {failure && <FailureReason failure={failure} />}
    </>
  ),
};

/** Message of a failure in one line; the whole line of the log on hover. */
const FailureReason = ({ failure }: { failure: { summary: string } }) => (
  <span className={classes.reason} title={failure.summary}>
    {toMessage(failure.summary)}
  </span>
);

export const platformColumn: Column<{ platform: Platform }> = {
  key: "platform",
  header: "Platform",
  cell: ({ platform }) => describePlatform(platform),
};

/** Git reference, or else the commit; both, the commit's message and who queued the build on hover. */
export const sourceColumn: Column<{
  gitRef: string | null;
  gitCommit: string | null;
  commitMessage: string | null;
  createdBy: string | null;
}> = {
  key: "source",
  header: "Source",
  isMinor: true,
  cell: (source) => {
    const { gitRef, gitCommit, createdBy } = source;
    const shown = gitRef === null ? gitCommit?.slice(0, SHORT_COMMIT_LENGTH) : shortenRef(gitRef);
    if (!shown) return <Absent why="unknown" />;
    return (
      <span
        className={classes.source}
        title={`${describeSource(source)}${createdBy ? `\nQueued by ${createdBy}` : ""}`}
      >
        {shown}
      </span>
    );
  },
};

export const versionColumn: Column<{ version: string }> = {
  key: "version",
  header: "Version",
  cell: ({ version }) => <ClippedText text={version} />,
};

export const durationColumn: Column<{ startedAt: string | null; finishedAt: string | null }> = {
  key: "duration",
  header: "Duration",
  align: "end",
  cell: ({ startedAt, finishedAt }) => (
    <span className={classes.duration}>
      <Duration startedAt={startedAt} finishedAt={finishedAt} />
    </span>
  ),
};

export const sizeColumn: Column<{ sizeBytes: string | null }> = {
  key: "size",
  isMinor: true,
  header: "Size",
  align: "end",
  cell: ({ sizeBytes }) => (
    <span className={classes.size}>{sizeBytes ? formatBytes(sizeBytes) : <Absent why="no artifact" />}</span>
  ),
};

export const workerColumn = (maxWidth?: string): Column<{ workerId: string | null }> => ({
  key: "worker",
  isMinor: true,
  header: "Worker",
  cell: ({ workerId }) => (
    <span className={classes.worker}>
      {workerId ? (
        <ClippedText text={workerId} {...(maxWidth && { width: maxWidth })} />
      ) : (
        <Absent why="unassigned" />
      )}
    </span>
  ),
});

export const queuedColumn: Column<{ createdAt: string }> = {
  key: "when",
  header: "Queued",
  align: "end",
  cell: ({ createdAt }) => (
    <span className={classes.when}>
      <RelativeTime value={createdAt} />
    </span>
  ),
};

export const BuildNumber = ({ number }: { number: number }) => (
  <span className={classes.number}>#{number}</span>
);

function Duration({ startedAt, finishedAt }: { startedAt: string | null; finishedAt: string | null }) {
  if (!startedAt) return <Absent why={finishedAt ? "unknown" : "not started"} />;
  if (!finishedAt) return <ElapsedTime since={startedAt} />;
  return formatDuration(Date.parse(finishedAt) - Date.parse(startedAt));
}
