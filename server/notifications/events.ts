import type { Transaction } from "@/db/client.ts";
import { domainEvents } from "@/db/schema/index.ts";
import type { EventType } from "@/db/schema/vocabulary.ts";
import { type Context, database } from "../context.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { gatherCalls } from "../jobs/gather.ts";
import { log } from "../log.ts";
import { onceCommitted } from "../mutate.ts";
import { EVENTS, type EventData } from "./event-types.ts";

/** Something that happened, as the service that made it happen tells it. */
export type HappenedEvent = {
  [T in EventType]: { type: T; tenantId: string | null; subjectId: string; data: EventData<T> };
}[EventType];

/**
 * Keeps an event in the transaction of what caused it; it is handed to those who want it once that is committed.
 * `subjectId` is the thing that it happened to; events of one thing are delivered in their order.
 */
export async function recordEvent(tx: Transaction, ctx: Context, event: HappenedEvent): Promise<void> {
  await tx.insert(domainEvents).values(eventRow(ctx, event));
  onceCommitted(ctx, callDispatch);
}

/** The row that keeps an event, for statements that write it by themselves. */
export function eventRow(
  ctx: Context,
  { type, tenantId, subjectId, data }: HappenedEvent,
): Omit<typeof domainEvents.$inferSelect, "sequence" | "dispatchedAt"> {
  const event = EVENTS[type];
  return {
    id: ctx.newId(),
    tenantId,
    type,
    version: event.version,
    subjectId,
    data: event.data.parse(data),
    occurredAt: ctx.now(),
  };
}

/** Together, since a job with each of them would make commits queue up. */
const PACE = { afterMs: 40, everyMs: 250 };

/**
 * Has events handed on a moment from now, when their transaction is committed in all likelihood. Those that are not, and
 * those whose process died, are found by the watch that every job runner keeps.
 */
export const callDispatch = (): void => gatherCalls("dispatch", PACE, queueDispatch);

async function queueDispatch(): Promise<void> {
  try {
    await database().systemDb.orm.transaction((tx) =>
      enqueue(tx, "dispatch_events", {}, { jobKey: "dispatch_events" }),
    );
  } catch (error) {
    log().debug({ err: error }, "events wait for the watch");
  }
}
