import { and, asc, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingChecks, listings } from "@/db/schema/index.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { runAfterCommit, writeUnaudited } from "@/server/core/transactions.ts";
import { debounce } from "@/server/queue/debounce.ts";
import { enqueueEach } from "@/server/queue/enqueue.ts";
import { CHECKS_IDLE_TIMEOUT_MS, waitForIdle } from "@/server/queue/wait-for-idle.ts";
import { recordNames } from "./item-names.ts";

const BATCH_SIZE = 50;
/** With exponential backoff about half an hour, to outlast an outage of the object store. */
const MAX_ATTEMPTS = 8;

/**
 * Enqueues a job for every new check, oldest submission first. The trigger function `insert_listing_check`
 * (`db/functions/submissions.sql`) creates the check in the transaction of its listing. The job is not enqueued there, as it
 * notifies the workers, and PostgreSQL serializes commits with NOTIFY. Batches wait until the process is idle.
 */
export async function queueChecks(ctx: Context): Promise<void> {
  do await waitForIdle(CHECKS_IDLE_TIMEOUT_MS);
  while ((await writeUnaudited(ctx, (tx) => queueCheckBatch(tx, ctx.now()))) === BATCH_SIZE);
}

async function queueCheckBatch(tx: Transaction, now: Date): Promise<number> {
  const waiting = await tx
    .select({ listingId: listingChecks.listingId })
    .from(listingChecks)
    .where(isNull(listingChecks.enqueuedAt))
    .orderBy(asc(listingChecks.listingId))
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });
  if (waiting.length === 0) return 0;
  const listingIds = waiting.map(({ listingId }) => listingId);
  const submitted = await tx
    .select()
    .from(listings)
    .where(inArray(listings.id, listingIds))
    .orderBy(asc(listings.id));
  await recordNames(tx, submitted);
  await tx.update(listingChecks).set({ enqueuedAt: now }).where(inArray(listingChecks.listingId, listingIds));
  await enqueueChecks(tx, listingIds);
  return waiting.length;
}

/** Resets the check of a listing and enqueues its job, in the caller's transaction. */
export async function resetCheck(tx: Transaction, ctx: Context, listingId: string): Promise<void> {
  await tx
    .update(listingChecks)
    .set({ state: "WAITING", failure: null, enqueuedAt: ctx.now() })
    .where(eq(listingChecks.listingId, listingId));
  await enqueueChecks(tx, [listingId]);
}

/** Per change. */
const MAX_RECHECKS = 100;

/**
 * Resets the checks of the pending versions above a listing, whose approved predecessor changed. Their findings stay until the
 * new run. Runs in the transaction of the decision; the jobs are enqueued after its commit.
 */
export function recheckAbove(
  tx: Transaction,
  ctx: Context,
  { type, slug, versionKey }: Pick<typeof listings.$inferSelect, "type" | "slug" | "versionKey">,
): Promise<void> {
  const isAbove = and(eq(listings.type, type), eq(listings.slug, slug), gt(listings.versionKey, versionKey));
  return recheckPending(tx, ctx, isAbove);
}

export function recheckArchive(tx: Transaction, ctx: Context, sha256: string): Promise<void> {
  return recheckPending(tx, ctx, eq(listings.archiveSha256, sha256));
}

async function recheckPending(tx: Transaction, ctx: Context, condition: SQL | undefined): Promise<void> {
  const checks = await tx
    .select({ id: listingChecks.listingId })
    .from(listingChecks)
    .innerJoin(listings, eq(listings.id, listingChecks.listingId))
    .where(and(condition, eq(listings.status, "PENDING_APPROVAL")))
    // A fixed lock order prevents deadlocks.
    .orderBy(asc(listingChecks.listingId))
    .limit(MAX_RECHECKS)
    .for("update", { of: listingChecks });
  if (checks.length === 0) return;
  const ids = checks.map(({ id }) => id);
  await tx
    .update(listingChecks)
    .set({ state: "WAITING", failure: null, enqueuedAt: null })
    .where(inArray(listingChecks.listingId, ids));
  runAfterCommit(ctx, scheduleChecks);
}

function enqueueChecks(tx: Transaction, listingIds: string[]): Promise<void> {
  const jobs = listingIds.map((listingId) => ({ payload: { listingId }, jobKey: `check:${listingId}` }));
  return enqueueEach(tx, "check_listing", jobs, { maxAttempts: MAX_ATTEMPTS });
}

const DEBOUNCE = { delayMs: 40, intervalMs: 1_000 };

/** Debounced call of `queueChecks`. A cron job enqueues the checks of a process that dies before. */
export const scheduleChecks = (): void =>
  debounce("checks", DEBOUNCE, async () => {
    try {
      await queueChecks(systemContext("checks"));
    } catch (error) {
      log().debug({ err: error }, "checks are left to the cron job");
    }
  });
