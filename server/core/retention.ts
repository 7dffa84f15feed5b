import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "@/shared/time.ts";
import type { Context } from "./context.ts";
import { writeUnaudited } from "./transactions.ts";

/** Days after which rows are purged that no setting governs. */
export const RETENTION_DAYS = {
  /** Jobs that failed for the last time. */
  deadJobs: 30,
  /** Reports of workers that changed nothing: repeated and late ones. The others stay with their build. */
  unappliedReports: 90,
  /** Entries of the audit log. `allow_audit_purge` (`db/functions/audit.sql`) refuses to delete those of the last year. */
  auditLog: 7 * 365,
} as const;

/** Rows of one batch, so that no lock is held for long, and replicas and vacuum keep up. */
export const PURGE_BATCH_SIZE = 500;

/** Time after which a purge leaves the rest to its next run. */
const PURGE_BUDGET_MS = 60_000;

/** SQL of the instant before which rows are purged. */
export const retainedSince = ({ now }: Pick<Context, "now">, days: number): SQL =>
  sql`${new Date(now().getTime() - days * DAY_MS).toISOString()}::timestamptz`;

/**
 * Purge in short batches, each in a transaction of its own, until one finds less than it may or the budget is spent.
 * @param statement deletes up to `PURGE_BATCH_SIZE` rows and returns each. With `= any(array(select …))` the planner finds
 * them by index; with `in (select …)` it may go through the whole table
 */
export const purgeInBatches = (ctx: Context, statement: SQL, budgetMs?: number): Promise<void> =>
  repeatWithinBudget(async () => {
    const { length } = await writeUnaudited(ctx, (tx) => tx.execute(statement));
    return length === PURGE_BATCH_SIZE;
  }, budgetMs);

/** Runs `batch` until it returns false or the budget is spent. */
export async function repeatWithinBudget(
  batch: () => Promise<boolean>,
  budgetMs = PURGE_BUDGET_MS,
): Promise<void> {
  const endsAt = performance.now() + budgetMs;
  while ((await batch()) && performance.now() < endsAt);
}

/** Deletes the entries of the audit log that are older than `RETENTION_DAYS.auditLog`. */
export const purgeAuditLog = (ctx: Context): Promise<void> =>
  purgeInBatches(
    ctx,
    sql`delete from audit_log where id = any(array(
      select id from audit_log where at < ${retainedSince(ctx, RETENTION_DAYS.auditLog)}
      order by at, id limit ${PURGE_BATCH_SIZE}
    )) returning id`,
  );
