import { DAY_MS } from "@/shared/time.ts";

/** Days after which rows are purged that no setting governs. */
export const RETENTION_DAYS = {
  /** Jobs that failed for the last time. */
  deadJobs: 30,
  /** Repeated and late reports of workers. Those that changed a build stay with it. */
  unappliedReports: 90,
  /** Entries of the audit log. `allow_audit_purge` of `db/functions/audit.sql` refuses to delete newer ones. */
  auditLog: 7 * 365,
} as const;

/** Time after which a purge leaves the rest to its next run. */
const PURGE_BUDGET_MS = 60_000;

/** Rows of one batch, which is a transaction of its own: no lock is held for long, and replicas and vacuum keep up. */
export const PURGE_BATCH_SIZE = 500;

/** Instant before which rows are purged, for SQL. */
export const retainedSince = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString();

/** Purge in short batches, until one is not full or the budget is spent. @param purgeBatch returns the number of its rows */
export async function purgeInBatches(
  purgeBatch: () => Promise<number>,
  budgetMs = PURGE_BUDGET_MS,
): Promise<void> {
  const endsAt = performance.now() + budgetMs;
  while ((await purgeBatch()) === PURGE_BATCH_SIZE && performance.now() < endsAt);
}
