import { processSingleton } from "@/db/client.ts";
import { database } from "../platform/context.ts";
import { log } from "../platform/log.ts";
import { heartbeatKeySql } from "./worker-heartbeat.ts";

export const RELEASE_INTERVAL_MS = 5_000;
/** Time without a heartbeat after which a worker pool counts as dead. A lost connection is back sooner. */
const HEARTBEAT_TIMEOUT_MS = 10_000;
/** No job takes nearly as long; a lock that is older was left by a pool that PostgreSQL still takes for connected. */
const MAX_JOB_SECONDS = 900;

/** Worker pools that hold jobs and were seen without a heartbeat, with the instant of the first time. */
const missingSince = () => processSingleton("missing-worker-pools", () => new Map<string, number>());

/**
 * Releases the jobs of killed processes; the queue itself would wait for hours. Any process may do it for all. What
 * counts is how long the heartbeat is missing, not how long the job has run.
 * @param now milliseconds of a monotonic clock
 */
export async function releaseStaleJobs(now = performance.now()): Promise<void> {
  try {
    const holders = await findHolders();
    const missing = missingSince();
    const silent = holders.filter(({ has_heartbeat }) => !has_heartbeat).map(({ locked_by }) => locked_by);
    for (const holder of missing.keys()) if (!silent.includes(holder)) missing.delete(holder);
    for (const holder of silent) if (!missing.has(holder)) missing.set(holder, now);
    const isDead = (holder: string) => now - (missing.get(holder) ?? now) >= HEARTBEAT_TIMEOUT_MS;
    const stale = holders.filter(({ locked_by, is_overdue }) => is_overdue || isDead(locked_by));
    if (stale.length === 0) return;
    const pools = JSON.stringify(stale.map(({ locked_by }) => locked_by));
    await database().platform.sql`
      select graphile_worker.force_unlock_workers(array(select json_array_elements_text(${pools}::text::json)))`;
  } catch (error) {
    log().debug({ err: error }, "stale jobs were not released");
  }
}

interface Holder {
  locked_by: string;
  has_heartbeat: boolean;
  is_overdue: boolean;
}

function findHolders(): Promise<Holder[]> {
  const { sql } = database().platform;
  return sql<Holder[]>`
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
