import { processSingleton } from "@/db/client.ts";
import { database } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { heartbeatKeySql } from "./worker-heartbeat.ts";

export const RELEASE_INTERVAL_MS = 5_000;
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
