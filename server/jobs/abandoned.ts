import { database } from "../context.ts";
import { log } from "../log.ts";

/** No job takes nearly as long; whoever holds one for longer was killed. */
const LONGEST_JOB_SECONDS = 90;
export const RELEASE_EVERY_MS = 20_000;

/**
 * Gives the jobs back to the queue that killed processes took with them; the queue itself would wait for hours. Any
 * process may do it for all.
 */
export async function releaseAbandoned(): Promise<void> {
  try {
    await database().platform.sql`
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs
        where locked_at < now() - make_interval(secs => ${LONGEST_JOB_SECONDS})
      ))`;
  } catch (error) {
    log().debug({ err: error }, "abandoned jobs were not released");
  }
}
