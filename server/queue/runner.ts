import {
  Logger,
  type ParsedCronItem,
  type Runner,
  type RunnerOptions,
  run,
  type Task,
} from "graphile-worker";
import { openJobPool } from "@/db/client.ts";
import { isClockRight, measureClock } from "@/db/clock.ts";
import { type Context, database, directDatabaseUrl } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { safeMessageChain, toSafeError, withoutParameters } from "@/server/core/safe-error.ts";
import type { Tasks } from "./enqueue.ts";
import { runAttempt, startJobHeartbeat } from "./job-attempts.ts";

export interface JobRunner {
  /** Takes no new jobs, and waits for running ones. */
  stop: () => Promise<void>;
}

const RESTART_DELAY_MS = 2_000;
const CLOCK_CHECK_INTERVAL_MS = 1_000;
const CONCURRENCY = 4;
/** Slots for checks, which come in bursts and read whole archives. */
const CHECK_CONCURRENCY = 2;
/** Connections besides those of jobs: one listens for new jobs, one runs the schedule. */
const QUEUE_CONNECTIONS = 2;

/**
 * Task handlers by task name. `as` makes the context of a part of the platform. A job whose handler throws is retried.
 */
export type TaskHandlers = {
  [T in keyof Tasks]: TaskHandler<Tasks[T]>;
};
type TaskHandler<P> = (
  as: (name: string) => Context,
  payload: P,
  attempt: { isLast: boolean },
) => Promise<void>;

/**
 * Runner of all jobs. While the process's clock is wrong it takes no scheduled ones and schedules none: the queue would
 * skip what a clock ahead has marked as done.
 */
export function startJobRunner(tasks: TaskHandlers, parsedCronItems: ParsedCronItem[]): JobRunner {
  const { check_listing, ...others } = toTaskList(tasks);
  const heartbeat = startJobHeartbeat();
  const scheduled = new Set(parsedCronItems.map(({ task }) => task));
  const unscheduled = Object.fromEntries(Object.entries(others).filter(([task]) => !scheduled.has(task)));
  const runners = [
    superviseRunner(CONCURRENCY, () => ({
      taskList: isClockRight() ? others : unscheduled,
      parsedCronItems: isClockRight() ? parsedCronItems : [],
    })),
    superviseRunner(CHECK_CONCURRENCY, () => ({ taskList: { check_listing } })),
  ];
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
      heartbeat.stop();
    },
  };
}

/**
 * Handlers as the queue calls them. Their errors hold no values: graphile-worker writes the message to its log and to the
 * job's row.
 */
export function toTaskList(tasks: TaskHandlers): Record<keyof Tasks, Task> {
  const entries = Object.entries(tasks).map(([name, handle]) => {
    const run: Task = async (payload, { job }) => {
      const isLast = job.attempts >= job.max_attempts;
      try {
        await runAttempt(job, (as) => (handle as TaskHandler<unknown>)(as, payload, { isLast }));
      } catch (error) {
        throw Object.assign(toSafeError(error), { message: safeMessageChain(error) });
      }
    };
    return [name, run];
  });
  return Object.fromEntries(entries);
}

/**
 * Preset that awaits the write of a job's end. With a delay, graphile-worker ignores a connection that breaks during the
 * write, and the job stays locked as long as the process lives.
 */
const AWAIT_JOB_END = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/**
 * Supervisor of one runner: restarts it when it ends on an error, such as a database outage, and when the process's clock
 * goes wrong or is right again.
 */
function superviseRunner(concurrency: number, options: () => RunnerOptions): JobRunner {
  let current: Runner | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let startedRight = false;
  const pool = openJobPool(directDatabaseUrl(), concurrency + QUEUE_CONNECTIONS);
  const checking = setInterval(() => {
    if (isClockRight() === startedRight) return;
    startedRight = isClockRight();
    void current?.stop().catch(() => undefined);
  }, CLOCK_CHECK_INTERVAL_MS).unref();
  const start = async (): Promise<void> => {
    try {
      await measureClock(database().systemDb.sql);
      startedRight = isClockRight();
      current = await runJobs({ ...options(), concurrency, pgPool: pool });
      await current.promise;
    } catch (error) {
      if (!isStopping) log().warn({ err: error }, "the job runner failed; restarting");
    }
    if (!isStopping) timer = setTimeout(() => void start(), RESTART_DELAY_MS);
  };
  void start();
  return {
    stop: async () => {
      isStopping = true;
      clearInterval(checking);
      clearTimeout(timer);
      await current?.stop().catch(() => undefined);
      await current?.promise.catch(() => undefined);
      await pool.end();
    },
  };
}

function runJobs(options: RunnerOptions): Promise<Runner> {
  return run({ ...options, preset: AWAIT_JOB_END, noHandleSignals: true, logger: JOB_LOGGER });
}

/** Logger of graphile-worker: errors and warnings keep their level, all else is debug. */
const JOB_LOGGER = new Logger(() => (level, text) => {
  const message = withoutParameters(text);
  if (level === "error") log().error({ part: "jobs" }, message);
  else if (level === "warning") log().warn({ part: "jobs" }, message);
  else log().debug({ part: "jobs" }, message);
});
