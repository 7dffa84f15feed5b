import { EventEmitter } from "node:events";
import {
  type JobHelpers,
  Logger,
  type ParsedCronItem,
  type Runner,
  type RunnerOptions,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import { openJobPool } from "@/db/job-pool.ts";
import { env } from "../platform/env/env.ts";
import { log } from "../platform/log.ts";
import type { Tasks } from "./payloads.ts";
import { RELEASE_INTERVAL_MS, releaseStaleJobs } from "./release-stale-jobs.ts";
import { restartStaleWorkers } from "./restart-stale-workers.ts";
import { startWorkerHeartbeat } from "./worker-heartbeat.ts";

export interface JobRunner {
  /** Lets running jobs finish and takes no new ones. */
  stop: () => Promise<void>;
}

const RESTART_DELAY_MS = 2_000;
const CONCURRENCY = 4;
/** Few, since checks come in bursts and read whole archives: neither requests nor other jobs shall wait for them. */
const CHECK_CONCURRENCY = 2;
/** One listens for new jobs, one looks after the clock's. */
const QUEUE_CONNECTIONS = 2;

/** What each task does, by the name under which it is queued. One that throws runs again later. */
export type TaskHandlers = { [T in keyof Tasks]: (payload: Tasks[T], helpers: JobHelpers) => Promise<void> };

/** Runs the jobs of the queue in this process. */
export function startJobRunner(tasks: TaskHandlers, parsedCronItems: ParsedCronItem[]): JobRunner {
  const { check_listing, ...others } = tasks;
  const presence = startWorkerHeartbeat(requireDatabaseUrl());
  const events: WorkerEvents = new EventEmitter();
  // Jobs are held in the name of a pool of workers.
  events.on("pool:create", ({ workerPool }) => presence.announce(workerPool.id));
  events.on("pool:release", ({ workerPool }) => presence.withdraw(workerPool.id));
  restartStaleWorkers(events);
  const runners = [
    superviseRunner({
      events,
      taskList: others as TaskList,
      concurrency: CONCURRENCY,
      parsedCronItems,
    }),
    superviseRunner({ events, taskList: { check_listing } as TaskList, concurrency: CHECK_CONCURRENCY }),
  ];
  const releasing = setInterval(() => void releaseStaleJobs(), RELEASE_INTERVAL_MS).unref();
  return {
    stop: async () => {
      clearInterval(releasing);
      await Promise.all(runners.map((runner) => runner.stop()));
      await presence.stop();
    },
  };
}

/**
 * The queue waits for the end of a job to be written in this mode alone. Otherwise a connection that breaks in that moment
 * is an error that nobody hears of, and the job is held for as long as this process lives.
 */
const HEARS_OF_ENDS = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Runs jobs, and starts over when the database was away for too long. */
function superviseRunner(options: RunnerOptions & { concurrency: number }): JobRunner {
  let current: Runner | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  const pool = openJobPool(requireDatabaseUrl(), options.concurrency + QUEUE_CONNECTIONS);
  const start = async (): Promise<void> => {
    try {
      current = await runJobs({ ...options, pgPool: pool });
      await current.promise;
    } catch (error) {
      if (!isStopping) log().warn({ err: error }, "the job runner broke off and starts over");
    }
    if (!isStopping) timer = setTimeout(() => void start(), RESTART_DELAY_MS);
  };
  void start();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await current?.stop().catch(() => undefined);
      await current?.promise.catch(() => undefined);
      await pool.end();
    },
  };
}

function runJobs(options: RunnerOptions): Promise<Runner> {
  return run({ ...options, preset: HEARS_OF_ENDS, noHandleSignals: true, logger: JOB_LOGGER });
}

function requireDatabaseUrl(): string {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set");
  return DATABASE_URL;
}

/** The queue's own messages in the process's log; its routine ones only when debugging. */
const JOB_LOGGER = new Logger(() => (level, message) => {
  if (level === "error") log().error({ part: "jobs" }, message);
  else if (level === "warning") log().warn({ part: "jobs" }, message);
  else log().debug({ part: "jobs" }, message);
});
