import type { ReactNode } from "react";
import { describeStatus } from "@/app/_components/labels/status-badge.tsx";
import { ElapsedTime, ExactTime } from "@/app/_ui/data/time.tsx";
import type { Tone } from "@/app/_ui/data/values.tsx";
import { formatDuration } from "@/app/_ui/format.ts";
import type { BuildDetail } from "./build-layout.tsx";
import classes from "./build-timeline.module.css";

/** Steps from queued to finished with durations; the current step counts up. */
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
        isCurrent={isQueued}
        at={createdAt}
        note={
          <Duration label={isQueued ? "Waiting" : "Queue"} from={createdAt} to={startedAt ?? finishedAt} />
        }
      />
      <Step
        title={isRunning && !stalled ? "Running" : "Started"}
        tone={isRunning ? (stalled ? "warn" : "info") : "idle"}
        isCurrent={isRunning}
        isUpcoming={!startedAt}
        at={startedAt}
        absent={finishedAt ? "Start not reported" : "Not started"}
        note={
          startedAt && <Duration label={isRunning ? "Running" : "Run"} from={startedAt} to={finishedAt} />
        }
      />
      <Step
        title={isCancelled ? "Canceled" : finishedAt ? describeStatus(status) : "Finished"}
        tone={status === "COMPLETED" ? "ok" : status === "FAILED" ? "bad" : "idle"}
        isUpcoming={!finishedAt}
        at={finishedAt}
        absent={stalled ? "Worker not responding" : "Pending"}
        note={
          finishedAt && (
            <>
              {cancelledBy && <>By {cancelledBy}. </>}
              <Duration label="Total" from={createdAt} to={finishedAt} />
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
  isCurrent?: boolean;
  isUpcoming?: boolean;
  at: string | null;
  /** Text without a time. */
  absent?: string;
  note?: ReactNode;
};

function Step({ title, tone, isCurrent = false, isUpcoming = false, at, absent, note }: StepProps) {
  return (
    <li
      className={classes.step}
      data-ahead={isUpcoming || undefined}
      aria-current={isCurrent ? "step" : undefined}
    >
      <span className={classes.dot} data-tone={tone} data-now={isCurrent || undefined} aria-hidden="true" />
      <span className={classes.title}>{title}</span>
      <span className={classes.time}>{at ? <ExactTime value={at} /> : absent}</span>
      {note && <span className={classes.note}>{note}</span>}
    </li>
  );
}

function Duration({ label, from, to }: { label: string; from: string; to: string | null }) {
  return (
    <>
      {label} {to ? formatDuration(Date.parse(to) - Date.parse(from)) : <ElapsedTime since={from} />}
    </>
  );
}
