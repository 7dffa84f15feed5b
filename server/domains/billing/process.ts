import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { billingEvents } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read, withTransaction } from "@/server/core/transactions.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { AppError } from "@/shared/errors.ts";
import { applyEvent, type BillingEvent, type ProcessingResult } from "./apply.ts";
import type { ParsedEvent } from "./parsing/parsed-event.ts";
import { parsePayPalEvent } from "./paypal/parse-event.ts";
import { parseStripeEvent } from "./stripe/parse-event.ts";

/** Time that an event waits for its parent before it fails and needs manual work. */
export const PARENT_WAIT_MS = 24 * 60 * 60 * 1_000;

/**
 * Processes a billing event as a job, at least once: parses it, confirms it with the provider where needed, and
 * applies it in one transaction with its audit row. An applied event changes nothing the second time.
 * @param isLastTry whether the queue does not retry the job
 * @throws errors that a retry may resolve: database or provider unavailable
 */
export async function processEvent(ctx: Context, eventId: string, isLastTry: boolean): Promise<void> {
  const event = await findEvent(ctx, eventId);
  if (!event || !isProcessable(event)) return;
  const parsed = await parseOrDefer(ctx, event, isLastTry);
  if (!parsed) throw new Error("the payment provider is unavailable");
  try {
    await processLocked(ctx, eventId, (tx, locked) => applyEvent(tx, ctx, locked, parsed));
  } catch (error) {
    if (!isLastTry && !isRefusedValue(error)) throw error;
    // Without this an event that no retry can apply would stay `RECEIVED`.
    await processLocked(ctx, eventId, async (_, locked) => ({
      ...unchanged(locked),
      state: "FAILED",
      reason: "The event could not be applied. See the server log, then reprocess or ignore it.",
    }));
    throw error;
  }
}

/** True if PostgreSQL refused a value (class 22) or a constraint did (class 23): no retry can cure that. */
function isRefusedValue(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^2[23]/.test(cause.code)) return true;
  }
  return false;
}

/** Fails an event that has waited for `PARENT_WAIT_MS`. */
export async function failWaitingEvent(ctx: Context, eventId: string): Promise<void> {
  await processLocked(ctx, eventId, async (_, event) => ({
    ...unchanged(event),
    state: event.state === "WAITING" ? "FAILED" : event.state,
    reason: event.state === "WAITING" ? `Unresolved after a day: ${event.error}` : event.error,
  }));
}

/** Parses an event of any provider. @throws AppError `UNAVAILABLE` while the provider cannot confirm it */
export async function parseEvent(event: BillingEvent): Promise<ParsedEvent> {
  return event.provider === "STRIPE" ? parseStripeEvent(event) : parsePayPalEvent(event);
}

/** Parses the event; null after marking it `WAITING` because the provider is unavailable. */
async function parseOrDefer(
  ctx: Context,
  event: BillingEvent,
  isLastTry: boolean,
): Promise<ParsedEvent | null> {
  try {
    return await parseEvent(event);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "UNAVAILABLE") throw error;
    if (isLastTry) return { refused: error.message };
    await processLocked(ctx, event.id, async (_, locked) => ({
      ...unchanged(locked),
      state: "WAITING",
      reason: error.message,
    }));
    return null;
  }
}

/** Locks the event and saves the result of `process`; audited if the state or any row changes. */
async function processLocked(
  ctx: Context,
  eventId: string,
  process: (tx: Transaction, event: BillingEvent) => Promise<ProcessingResult>,
): Promise<void> {
  await withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const [event] = await tx.select().from(billingEvents).where(eq(billingEvents.id, eventId)).for("update");
    if (!event || !isProcessable(event)) return;
    const result = await process(tx, event);
    await saveResult(tx, ctx, event, result);
    if (result.state === event.state && result.changes.length === 0) return;
    await mutate(joined, "billing_event.process", async () => ({
      result: undefined,
      audit: {
        type: "billing_event",
        id: event.id,
        tenantId: result.tenantId,
        before: { state: event.state },
        after: { state: result.state, reason: result.reason, changes: result.changes },
      },
    }));
  });
}

async function saveResult(
  tx: Transaction,
  ctx: Context,
  event: BillingEvent,
  result: ProcessingResult,
): Promise<void> {
  const isDone = result.state !== "WAITING" && result.state !== "FAILED";
  await tx
    .update(billingEvents)
    .set({
      state: result.state,
      error: result.reason,
      tenantId: result.tenantId,
      attempts: event.attempts + 1,
      processedAt: isDone ? ctx.now() : null,
      ...(result.objectIds.length > 0 && { objectIds: result.objectIds }),
    })
    .where(eq(billingEvents.id, event.id));
  if (result.state !== "WAITING" || event.state === "WAITING") return;
  await enqueue(
    tx,
    "give_up_billing_event",
    { eventId: event.id },
    { jobKey: `give up on billing event ${event.id}`, runAt: new Date(ctx.now().getTime() + PARENT_WAIT_MS) },
  );
}

const unchanged = (event: BillingEvent) => ({ tenantId: event.tenantId, objectIds: [], changes: [] });

/** Applied and ignored events change only when a Super Admin reprocesses them. */
const isProcessable = ({ state }: BillingEvent): boolean => state === "RECEIVED" || state === "WAITING";

export function findEvent(ctx: Context, eventId: string): Promise<BillingEvent | undefined> {
  return read(ctx, (tx) => tx.query.billingEvents.findFirst({ where: eq(billingEvents.id, eventId) }));
}
