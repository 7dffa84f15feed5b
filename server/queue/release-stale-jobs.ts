import { database } from "../platform/context.ts";
import { log } from "../platform/log.ts";
import { heartbeatKeySql } from "./worker-heartbeat.ts";

/** A pool of workers that starts, or lost its connection for a moment, announces itself within this time. */
const HEARTBEAT_TIMEOUT_SECONDS = 10;
/** No job takes nearly as long; whoever holds one for longer went away without PostgreSQL noticing. */
const MAX_JOB_SECONDS = 900;
export const RELEASE_INTERVAL_MS = 5_000;

/**
 * Gives the jobs back to the queue that killed processes took with them; the queue itself would wait for hours. Any
 * process may do it for all.
 */
export async function releaseStaleJobs(): Promise<void> {
  const { sql } = database().platform;
  try {
    await sql`
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs
        where locked_at < now() - make_interval(secs => ${MAX_JOB_SECONDS})
          or locked_at < now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS}) and not exists (
            select from pg_locks
            where locktype = 'advisory' and objsubid = 1
              and database = (select oid from pg_database where datname = current_database())
              and (classid::bigint << 32 | objid::bigint) = ${sql.unsafe(heartbeatKeySql("locked_by"))}
          )
      ))`;
  } catch (error) {
    log().debug({ err: error }, "abandoned jobs were not released");
  }
}
