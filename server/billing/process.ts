import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { billingEvents } from "@/db/schema/index.ts";
import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { mutate, read, withTransaction } from "../platform/mutate.ts";
import { enqueue } from "../queue/enqueue.ts";
import { applyEvent, type BillingEvent, type Outcome } from "./apply.ts";
import type { ParsedEvent } from "./parsing/parsed-event.ts";
import { parsePayPalEvent } from "./paypal/parse-event.ts";
import { parseStripeEvent } from "./stripe/parse-event.ts";

/** How long an event waits for its parent before a person has to look at it. */
export const PARENT_WAIT_MS = 24 * 60 * 60 * 1_000;

/**
 * Processes an event: reads it, asks PayPal where its word alone grants something, and applies it in one transaction
 * with its audit row. Runs as a job, at least once; an event that has taken effect changes nothing the second time.
 * @param isLastTry whether the job will not run again by itself
 * @throws what a later try may mend: the database or the provider away
 */
export async function processEvent(ctx: Context, eventId: string, isLastTry: boolean): Promise<void> {
  const event = await findEvent(ctx, eventId);
  if (!event || !isProcessable(event)) return;
  const reading = await parseOrDefer(ctx, event, isLastTry);
  if (!reading) throw new Error("PayPal could not be asked");
  await settle(ctx, eventId, (tx, locked) => applyEvent(tx, ctx, locked, reading));
}

/** Gives up on an event that still waits: now a person has to look at it. */
export async function failWaitingEvent(ctx: Context, eventId: string): Promise<void> {
  await settle(ctx, eventId, async (_, event) => ({
    ...unchanged(event),
    state: event.state === "WAITING" ? "FAILED" : event.state,
    reason: event.state === "WAITING" ? `Nobody told within a day: ${event.error}` : event.error,
  }));
}

/** What an event says, with PayPal's confirmation where one is due. */
export async function parseEvent(event: BillingEvent): Promise<ParsedEvent> {
  return event.provider === "STRIPE" ? parseStripeEvent(event) : parsePayPalEvent(event);
}

/** The event's reading, or null while PayPal is away, which the event then says of itself. */
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
    await settle(ctx, event.id, async (_, locked) => ({
      ...unchanged(locked),
      state: "WAITING",
      reason: error.message,
    }));
    return null;
  }
}

/** Locks the event, lets `decide` say what becomes of it, and keeps that; audited where its state or any row changes. */
async function settle(
  ctx: Context,
  eventId: string,
  decide: (tx: Transaction, event: BillingEvent) => Promise<Outcome>,
): Promise<void> {
  await withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const [event] = await tx.select().from(billingEvents).where(eq(billingEvents.id, eventId)).for("update");
    if (!event || !isProcessable(event)) return;
    const outcome = await decide(tx, event);
    await saveOutcome(tx, ctx, event, outcome);
    if (outcome.state === event.state && outcome.changes.length === 0) return;
    await mutate(joined, "billing_event.process", async () => ({
      result: undefined,
      audit: {
        type: "billing_event",
        id: event.id,
        tenantId: outcome.tenantId,
        before: { state: event.state },
        after: { state: outcome.state, reason: outcome.reason, changes: outcome.changes },
      },
    }));
  });
}

async function saveOutcome(
  tx: Transaction,
  ctx: Context,
  event: BillingEvent,
  outcome: Outcome,
): Promise<void> {
  const isDone = outcome.state !== "WAITING" && outcome.state !== "FAILED";
  await tx
    .update(billingEvents)
    .set({
      state: outcome.state,
      error: outcome.reason,
      tenantId: outcome.tenantId,
      attempts: event.attempts + 1,
      processedAt: isDone ? ctx.now() : null,
      ...(outcome.objectIds.length > 0 && { objectIds: outcome.objectIds }),
    })
    .where(eq(billingEvents.id, event.id));
  if (outcome.state !== "WAITING" || event.state === "WAITING") return;
  await enqueue(
    tx,
    "give_up_billing_event",
    { eventId: event.id },
    { jobKey: `give up on billing event ${event.id}`, runAt: new Date(ctx.now().getTime() + PARENT_WAIT_MS) },
  );
}

const unchanged = (event: BillingEvent) => ({ tenantId: event.tenantId, objectIds: [], changes: [] });

/** What has taken effect or was put aside is not touched again, unless a Super Admin says so. */
const isProcessable = ({ state }: BillingEvent): boolean => state === "RECEIVED" || state === "WAITING";

export function findEvent(ctx: Context, eventId: string): Promise<BillingEvent | undefined> {
  return read(ctx, (tx) => tx.query.billingEvents.findFirst({ where: eq(billingEvents.id, eventId) }));
}
