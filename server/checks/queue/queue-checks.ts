import { and, asc, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingChecks, listings } from "@/db/schema/index.ts";
import { type Context, systemContext } from "../../platform/context.ts";
import { log } from "../../platform/log.ts";
import { read, runAfterCommit } from "../../platform/mutate.ts";
import { debounce } from "../../queue/debounce.ts";
import { enqueueEach } from "../../queue/enqueue.ts";
import { CHECKS_IDLE_TIMEOUT_MS, waitForIdle } from "../../queue/wait-for-idle.ts";
import { recordNames } from "./item-names.ts";

const BATCH = 50;
/** Tries over half an hour or so, in which an object store that is away may come back. */
const TRIES = 8;

/**
 * Queues a job for every check that waits for one, the oldest submission first. The trigger function
 * `insert_listing_check` (`db/functions/submissions.sql`) creates the check in the transaction of its listing; queueing the job there as well would have every publish announce it, and commits that announce queue
 * up behind each other. A burst of submissions is queued bit by bit while requests leave no time for checks.
 */
export async function queueChecks(ctx: Context): Promise<void> {
  do await waitForIdle(CHECKS_IDLE_TIMEOUT_MS);
  while ((await read(ctx, (tx) => queueCheckBatch(tx, ctx.now()))) === BATCH);
}

async function queueCheckBatch(tx: Transaction, now: Date): Promise<number> {
  const waiting = await tx
    .select({ listingId: listingChecks.listingId })
    .from(listingChecks)
    .where(isNull(listingChecks.enqueuedAt))
    .orderBy(asc(listingChecks.listingId))
    .limit(BATCH)
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

/** Puts the check of a listing back to its beginning and queues it, in the writer's transaction. */
export async function resetCheck(tx: Transaction, ctx: Context, listingId: string): Promise<void> {
  await tx
    .update(listingChecks)
    .set({ state: "WAITING", failure: null, enqueuedAt: ctx.now() })
    .where(eq(listingChecks.listingId, listingId));
  await enqueueChecks(tx, [listingId]);
}

/** So many pending listings are checked again at the most for one reason. */
const MAX_RECHECKS = 100;

/**
 * Has the pending versions above a listing checked again, since what is approved below them has changed. What was found
 * stays until then. Asked for in the transaction of the decision, in which no job is queued either.
 */
export function recheckAbove(
  tx: Transaction,
  ctx: Context,
  { type, slug, versionKey }: Pick<typeof listings.$inferSelect, "type" | "slug" | "versionKey">,
): Promise<void> {
  const isAbove = and(eq(listings.type, type), eq(listings.slug, slug), gt(listings.versionKey, versionKey));
  return recheckPending(tx, ctx, isAbove);
}

/** The same for the pending listings that bring an archive. */
export function recheckArchive(tx: Transaction, ctx: Context, sha256: string): Promise<void> {
  return recheckPending(tx, ctx, eq(listings.archiveSha256, sha256));
}

async function recheckPending(tx: Transaction, ctx: Context, which: SQL | undefined): Promise<void> {
  const again = await tx
    .select({ id: listingChecks.listingId })
    .from(listingChecks)
    .innerJoin(listings, eq(listings.id, listingChecks.listingId))
    .where(and(which, eq(listings.status, "PENDING_APPROVAL")))
    // Everybody takes several checks in this order, so that nobody waits for somebody who waits for them.
    .orderBy(asc(listingChecks.listingId))
    .limit(MAX_RECHECKS)
    .for("update", { of: listingChecks });
  if (again.length === 0) return;
  const ids = again.map(({ id }) => id);
  await tx
    .update(listingChecks)
    .set({ state: "WAITING", failure: null, enqueuedAt: null })
    .where(inArray(listingChecks.listingId, ids));
  runAfterCommit(ctx, scheduleChecks);
}

function enqueueChecks(tx: Transaction, listingIds: string[]): Promise<void> {
  const jobs = listingIds.map((listingId) => ({ payload: { listingId }, jobKey: `check:${listingId}` }));
  return enqueueEach(tx, "check_listing", jobs, { maxAttempts: TRIES });
}

const PACE = { delayMs: 40, intervalMs: 1_000 };

/** Has checks queued a moment from now. Those of a process that dies before are queued by the clock. */
export const scheduleChecks = (): void =>
  debounce("checks", PACE, async () => {
    try {
      await queueChecks(systemContext("checks"));
    } catch (error) {
      log().debug({ err: error }, "checks wait for the clock");
    }
  });
