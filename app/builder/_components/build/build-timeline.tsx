import type { ReactNode } from "react";
import { describeStatus, type Tone } from "../../../_ui/data/status-badge";
import { ElapsedTime, ExactTime } from "../../../_ui/data/time";
import { formatDuration } from "../../../_ui/format";
import classes from "./build-timeline.module.css";
import type { BuildDetail } from "./build-view";

/** From the queue to the end, with the time that lay between; what is not over yet counts on. */
export function BuildTimeline({ build }: { build: BuildDetail }) {
  const { createdAt, startedAt, finishedAt, status, stalled, endReason, cancelledBy } = build;
  const isCancelled = endReason === "CANCELLED";
  const isQueued = status === "QUEUED";
  const isRunning = status === "IN_PROGRESS";
  return (
    <ol className={classes.timeline}>
      <Step
        title="Queued"
        tone={isQueued && !stalled ? "info" : "idle"}
        isNow={isQueued}
        at={createdAt}
        note={<Between label={isQueued ? "For" : "Waited"} from={createdAt} to={startedAt ?? finishedAt} />}
      />
      <Step
        title={isRunning && !stalled ? "Running" : "Started"}
        tone={isRunning ? (stalled ? "warn" : "info") : "idle"}
        isNow={isRunning}
        isAhead={!startedAt}
        at={startedAt}
        absent={finishedAt ? "The worker did not report a start" : "No worker has begun"}
        note={startedAt && <Between label={isRunning ? "For" : "Ran"} from={startedAt} to={finishedAt} />}
      />
      <Step
        title={isCancelled ? "Cancelled" : finishedAt ? describeStatus(status) : "Finished"}
        tone={status === "COMPLETED" ? "ok" : status === "FAILED" ? "bad" : "idle"}
        isAhead={!finishedAt}
        at={finishedAt}
        absent={stalled ? "The worker has gone silent" : "Not yet"}
        note={
          finishedAt && (
            <>
              {cancelledBy && <>By {cancelledBy}. </>}
              <Between label="In all" from={createdAt} to={finishedAt} />
            </>
          )
        }
      />
    </ol>
  );
}

type StepProps = {
  title: string;
  tone: Tone;
  isNow?: boolean;
  /** Not reached yet. */
  isAhead?: boolean;
  at: string | null;
  /** What stands in place of the time. */
  absent?: string;
  note?: ReactNode;
};

function Step({ title, tone, isNow = false, isAhead = false, at, absent, note }: StepProps) {
  return (
    <li className={classes.step} data-ahead={isAhead || undefined} aria-current={isNow ? "step" : undefined}>
      <span className={classes.dot} data-tone={tone} data-now={isNow || undefined} aria-hidden="true" />
      <span className={classes.title}>{title}</span>
      <span className={classes.time}>{at ? <ExactTime value={at} /> : absent}</span>
      {note && <span className={classes.note}>{note}</span>}
    </li>
  );
}

function Between({ label, from, to }: { label: string; from: string; to: string | null }) {
  return (
    <>
      {label} {to ? formatDuration(Date.parse(to) - Date.parse(from)) : <ElapsedTime since={from} />}
    </>
  );
}
