import { and, isNull, lt, or, type SQL } from "drizzle-orm";
import { builds } from "@/db/schema/index.ts";

const SILENT_AFTER_MS = 3_600_000;

/** Builds that no longer move: unfinished, and either their worker's lease ran out or nobody reported for an hour. */
export function isStuck(now: Date): SQL | undefined {
  const silentSince = new Date(now.getTime() - SILENT_AFTER_MS);
  return and(isNull(builds.finishedAt), or(lt(builds.leaseUntil, now), lt(builds.updatedAt, silentSince)));
}
