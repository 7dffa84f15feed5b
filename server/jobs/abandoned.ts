import { database } from "../context.ts";
import { log } from "../log.ts";
import { presenceKeySql } from "./presence.ts";

/** A pool of workers that starts, or lost its connection for a moment, announces itself within this time. */
const ANNOUNCED_WITHIN_SECONDS = 10;
/** No job takes nearly as long; whoever holds one for longer went away without PostgreSQL noticing. */
const LONGEST_JOB_SECONDS = 900;
export const RELEASE_EVERY_MS = 5_000;

/**
 * Gives the jobs back to the queue that killed processes took with them; the queue itself would wait for hours. Any
 * process may do it for all.
 */
export async function releaseAbandoned(): Promise<void> {
  const { sql } = database().systemDb;
  try {
    await sql`
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs
        where locked_at < now() - make_interval(secs => ${LONGEST_JOB_SECONDS})
          or locked_at < now() - make_interval(secs => ${ANNOUNCED_WITHIN_SECONDS}) and not exists (
            select from pg_locks
            where locktype = 'advisory' and objsubid = 1
              and database = (select oid from pg_database where datname = current_database())
              and (classid::bigint << 32 | objid::bigint) = ${sql.unsafe(presenceKeySql("locked_by"))}
          )
      ))`;
  } catch (error) {
    log().debug({ err: error }, "abandoned jobs were not released");
  }
}
