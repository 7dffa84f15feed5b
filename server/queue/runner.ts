import { EventEmitter } from "node:events";
import {
  type JobHelpers,
  Logger,
  type ParsedCronItem,
  type Runner,
  type RunnerOptions,
  run,
  type TaskList,
  type Worker,
  type WorkerEvents,
  type WorkerPool,
} from "graphile-worker";
import { openJobPool, processSingleton } from "@/db/client.ts";
import { isClockRight, measureClock } from "@/db/clock.ts";
import { database, directDatabaseUrl } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { log } from "@/server/core/log.ts";
import { safeMessageChain, toSafeError, withoutParameters } from "@/server/core/safe-error.ts";
import type { Tasks } from "./enqueue.ts";
import { heartbeatKeySql, startWorkerHeartbeat } from "./worker-heartbeat.ts";

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

/** Task handlers by task name. A job whose handler throws is retried. */
export type TaskHandlers = { [T in keyof Tasks]: (payload: Tasks[T], helpers: JobHelpers) => Promise<void> };

/**
 * Runner of all jobs. While the process's clock is wrong it takes no scheduled ones and schedules none: the queue would
 * skip what a clock ahead has marked as done.
 */
export function startJobRunner(tasks: TaskHandlers, parsedCronItems: ParsedCronItem[]): JobRunner {
  const { check_listing, send_mail, ...unheld } = mapHandlers(tasks);
  // The queue keeps jobs without a handler, so that held mails are sent after a start without the hold.
  const others = env().OUTBOUND === "hold" ? unheld : { ...unheld, send_mail };
  const heartbeat = startWorkerHeartbeat(directDatabaseUrl());
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => heartbeat.add(workerPool.id));
  events.on("pool:release", ({ workerPool }) => heartbeat.remove(workerPool.id));
  restartStaleWorkers(events);
  const scheduled = new Set(parsedCronItems.map(({ task }) => task));
  const unscheduled = Object.fromEntries(Object.entries(others).filter(([task]) => !scheduled.has(task)));
  const runners = [
    superviseRunner(CONCURRENCY, () => ({
      events,
      taskList: (isClockRight() ? others : unscheduled) as TaskList,
      parsedCronItems: isClockRight() ? parsedCronItems : [],
    })),
    superviseRunner(CHECK_CONCURRENCY, () => ({ events, taskList: { check_listing } as TaskList })),
  ];
  const releasing = setInterval(() => void releaseStaleJobs(), RELEASE_INTERVAL_MS).unref();
  return {
    stop: async () => {
      clearInterval(releasing);
      await Promise.all(runners.map((runner) => runner.stop()));
      await heartbeat.stop();
    },
  };
}

/** Handlers whose errors hold no values: graphile-worker writes the message to its log and to the job's row. */
function mapHandlers(tasks: TaskHandlers): TaskHandlers {
  const entries = Object.entries(tasks).map(([name, handle]) => {
    const handleSafely = async (payload: unknown, helpers: JobHelpers): Promise<void> => {
      try {
        await (handle as (payload: unknown, helpers: JobHelpers) => Promise<void>)(payload, helpers);
      } catch (error) {
        throw Object.assign(toSafeError(error), { message: safeMessageChain(error) });
      }
    };
    return [name, handleSafely];
  });
  return Object.fromEntries(entries) as TaskHandlers;
}

/**
 * Shutdown of worker pools that may hold the lock of a job they never received: the queue locks a job before it sends
 * it, and the connection may be lost in between. The pool finishes its running jobs when the queue answers again.
 * `superviseRunner` then starts a pool with a new id.
 */
function restartStaleWorkers(events: WorkerEvents): void {
  const stale = new WeakSet<WorkerPool>();
  const shutDownIfStale = ({ worker: { workerPool } }: { worker: Worker }): void => {
    if (!stale.delete(workerPool)) return;
    const shutDown = async () => workerPool.gracefulShutdown("the job queue is not responding");
    // After the worker has handled this event. The pool's own promise reports errors, too.
    setImmediate(() => shutDown().catch(() => undefined));
  };
  events.on("worker:getJob:error", ({ worker }) => stale.add(worker.workerPool));
  events.on("worker:getJob:empty", shutDownIfStale);
  events.on("job:start", shutDownIfStale);
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
  return run({ ...options, preset: AWAIT_JOB_END, noHandleSignals: true, logger: JOB_LOGGER });
}

/** Logger of graphile-worker: errors and warnings keep their level, all else is debug. */
const JOB_LOGGER = new Logger(() => (level, text) => {
  const message = withoutParameters(text);
  if (level === "error") log().error({ part: "jobs" }, message);
  else if (level === "warning") log().warn({ part: "jobs" }, message);
  else log().debug({ part: "jobs" }, message);
});

const RELEASE_INTERVAL_MS = 5_000;
/** Time without a heartbeat after which a worker pool counts as dead. A lost connection is restored sooner. */
const HEARTBEAT_TIMEOUT_MS = 10_000;
/**
 * Maximum age of a job's lock. No job takes as long: an older lock belongs to a dead pool whose connection PostgreSQL
 * still counts as open.
 */
const MAX_JOB_SECONDS = 900;

/** Time at which a worker pool with jobs was first seen without a heartbeat, by pool. */
const missingSince = () => processSingleton("missing-worker-pools", () => new Map<string, number>());

/**
 * Release of the jobs of killed processes; the queue itself would wait for hours. Every process does so for all others.
 * The criterion is the time without a heartbeat, not the age of the lock.
 * @param now milliseconds of a monotonic clock
 */
export async function releaseStaleJobs(now = performance.now()): Promise<void> {
  try {
    const pools = await findWorkerPools();
    const missing = missingSince();
    const silent = pools.filter(({ has_heartbeat }) => !has_heartbeat).map(({ locked_by }) => locked_by);
    for (const pool of missing.keys()) if (!silent.includes(pool)) missing.delete(pool);
    for (const pool of silent) if (!missing.has(pool)) missing.set(pool, now);
    const isDead = (pool: string) => now - (missing.get(pool) ?? now) >= HEARTBEAT_TIMEOUT_MS;
    const stale = pools.filter(({ locked_by, is_overdue }) => is_overdue || isDead(locked_by));
    if (stale.length === 0) return;
    const ids = JSON.stringify(stale.map(({ locked_by }) => locked_by));
    await database().systemDb.sql`
      select graphile_worker.force_unlock_workers(array(select json_array_elements_text(${ids}::text::json)))`;
  } catch (error) {
    log().debug({ err: error }, "releasing stale jobs failed");
  }
}

interface LockingPool {
  locked_by: string;
  has_heartbeat: boolean;
  is_overdue: boolean;
}

function findWorkerPools(): Promise<LockingPool[]> {
  const { sql } = database().systemDb;
  return sql<LockingPool[]>`
    select locked_by, bool_or(locked_at < now() - make_interval(secs => ${MAX_JOB_SECONDS})) as is_overdue,
      exists (
        select from pg_locks
        where locktype = 'advisory' and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32 | objid::bigint) = ${sql.unsafe(heartbeatKeySql("locked_by"))}
      ) as has_heartbeat
    from graphile_worker.jobs
    where locked_by is not null
    group by locked_by`;
}
