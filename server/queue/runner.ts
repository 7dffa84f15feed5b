import { EventEmitter } from "node:events";
import {
  Logger,
  type ParsedCronItem,
  type Runner,
  type RunnerOptions,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from "graphile-worker";
import { openJobPool } from "@/db/client.ts";
import { isClockRight, measureClock } from "@/db/clock.ts";
import { type Context, database, directDatabaseUrl } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { log } from "@/server/core/log.ts";
import { safeMessageChain, toSafeError, withoutParameters } from "@/server/core/safe-error.ts";
import { type DueLoop, startDueLoop } from "./due-loop.ts";
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
  const { check_listing, send_mail, ...unheld } = toTaskList(tasks);
  // The queue keeps jobs without a handler, so that held mails are sent after a start without the hold.
  const others: TaskList = env().OUTBOUND === "hold" ? unheld : { ...unheld, send_mail };
  const heartbeat = startJobHeartbeat();
  const events: WorkerEvents = new EventEmitter();
  const waking = wakeWorkersWhenDue(events);
  const scheduled = new Set(parsedCronItems.map(({ task }) => task));
  const unscheduled = Object.fromEntries(Object.entries(others).filter(([task]) => !scheduled.has(task)));
  const runners = [
    superviseRunner(CONCURRENCY, () => ({
      events,
      taskList: isClockRight() ? others : unscheduled,
      parsedCronItems: isClockRight() ? parsedCronItems : [],
    })),
    superviseRunner(CHECK_CONCURRENCY, () => ({ events, taskList: { check_listing } })),
  ];
  return {
    stop: async () => {
      await waking.stop();
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
 * Loop that wakes idle workers of this process for delayed jobs and retries. They hear of new jobs by NOTIFY; one loop
 * polls for the rest in place of all of them.
 */
function wakeWorkersWhenDue(events: WorkerEvents): DueLoop {
  const pools = new Set<WorkerPool>();
  let hasFailed = false;
  const loop = startDueLoop("jobs", async () => {
    // By the queue's index: every job has priority 0.
    const [next] = await database().systemDb.sql<{ due: number; due_ms: number | null }[]>`
      with job as not materialized (
        select run_at from graphile_worker._private_jobs where is_available and priority = 0
      )
      select (select count(*) from (select from job where run_at <= now() limit ${CONCURRENCY}) due)::integer as due,
        (select extract(epoch from run_at - now()) * 1000 from job where run_at > now()
          order by run_at limit 1)::float8 as due_ms`;
    const count = hasFailed ? Number.POSITIVE_INFINITY : (next?.due ?? 0);
    hasFailed = false;
    if (count > 0) for (const pool of pools) pool.nudge(count);
    return next?.due_ms ?? Number.POSITIVE_INFINITY;
  });
  events.on("pool:create", ({ workerPool }) => pools.add(workerPool));
  for (const name of ["pool:gracefulShutdown", "pool:forcefulShutdown", "pool:release"] as const)
    events.on(name, ({ workerPool }) => pools.delete(workerPool));
  // Also of a delayed job.
  events.on("pool:listen:notification", loop.look);
  events.on("job:complete", ({ error }) => error !== null && loop.look());
  events.on("worker:getJob:error", () => {
    hasFailed = true;
    loop.look();
  });
  return loop;
}

/** Interval at which each worker polls: `wakeWorkersWhenDue` finds due jobs sooner. */
const POLL_INTERVAL_MS = 10 * 60_000;

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
      if (isStopping) return;
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
  return run({
    ...options,
    pollInterval: POLL_INTERVAL_MS,
    preset: AWAIT_JOB_END,
    noHandleSignals: true,
    logger: JOB_LOGGER,
  });
}

/** Logger of graphile-worker: errors and warnings keep their level, all else is debug. */
const JOB_LOGGER = new Logger(() => (level, text) => {
  const message = withoutParameters(text);
  if (level === "error") log().error({ part: "jobs" }, message);
  else if (level === "warning") log().warn({ part: "jobs" }, message);
  else log().debug({ part: "jobs" }, message);
});
