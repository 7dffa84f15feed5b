import { sql } from "drizzle-orm";
import type { Job } from "graphile-worker";
import type { Transaction } from "@/db/client.ts";
import { type Context, database, systemContext } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { wakeLoops } from "./due-loop.ts";

/** Interval in which a process dates the locks of its running jobs anew and releases those of others. */
const HEARTBEAT_INTERVAL_MS = 5_000;
/** Age of a lock without a heartbeat: of a process that was killed or is frozen, or of a job that never reached its process. */
const LOCK_TIMEOUT_SECONDS = 30;

const TAKEN_OVER = "another process has taken over this job";

/** True for the error that ends an attempt whose process was silent for too long. */
export const isTakenOver = (error: unknown): boolean =>
  error instanceof Error && error.message === TAKEN_OVER;

/** Attempts of this process, by job. */
const running = new Map<string, HeldJob>();

type HeldJob = Pick<Job, "id" | "attempts" | "locked_by">;

/**
 * Runs an attempt of a job, and dates its lock anew as long as it takes. The attempt has no effect once another process has
 * the job: transactions of its contexts do not commit, and it does not end the job.
 */
export async function runAttempt(
  { id, attempts, locked_by }: HeldJob,
  run: (as: (name: string) => Context) => Promise<void>,
): Promise<void> {
  const requireLock = async (tx: Pick<Transaction, "execute">): Promise<void> => {
    const held = await tx.execute(sql`
      select from graphile_worker._private_jobs
      where id = ${id}::bigint and locked_by = ${locked_by} and attempts = ${attempts}::integer`);
    if (held.length === 0) throw new Error(TAKEN_OVER);
  };
  running.set(id, { id, attempts, locked_by });
  try {
    await run((name) => ({ ...systemContext(name), beforeCommit: requireLock }));
    await requireLock(database().systemDb.orm);
  } finally {
    running.delete(id);
  }
}

/** Heartbeat of the jobs of this process, which also releases the jobs of others that have none. */
export function startJobHeartbeat(): { stop: () => void } {
  const beat = async (): Promise<void> => {
    await dateLocks();
    await releaseStaleJobs();
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log().debug({ err: error }, "the heartbeat of jobs was interrupted"));
  }, HEARTBEAT_INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}

async function dateLocks(): Promise<void> {
  if (running.size === 0) return;
  const held = JSON.stringify([...running.values()]);
  await database().systemDb.sql`
    update graphile_worker._private_jobs job set locked_at = clock_timestamp()
    from json_to_recordset(${held}::text::json) as held (id bigint, attempts integer, locked_by text)
    where job.id = held.id and job.attempts = held.attempts and job.locked_by = held.locked_by`;
}

/** Releases the jobs, and the named queues, whose locks are too old by the database's clock. */
export async function releaseStaleJobs(): Promise<void> {
  const released = await database().systemDb.sql`
    with stale as (
      select id, job_queue_id, locked_by from graphile_worker._private_jobs
      where locked_at < clock_timestamp() - make_interval(secs => ${LOCK_TIMEOUT_SECONDS})
      for update skip locked
    ), queues as (
      update graphile_worker._private_job_queues queue set locked_by = null, locked_at = null
      from stale where queue.id = stale.job_queue_id and queue.locked_by = stale.locked_by
    )
    update graphile_worker._private_jobs job set locked_by = null, locked_at = null
    from stale where job.id = stale.id`;
  if (released.count > 0) wakeLoops("jobs");
}
