import { processSingleton, type Transaction } from "@/db/client.ts";
import { domainEvents } from "@/db/schema/index.ts";
import type { EventType } from "@/db/schema/vocabulary.ts";
import { type Context, database } from "../context.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { log } from "../log.ts";
import { EVENTS, type EventData } from "./event-types.ts";

/** Something that happened, as the service that made it happen tells it. */
export type HappenedEvent = {
  [T in EventType]: { type: T; tenantId: string | null; subjectId: string; data: EventData<T> };
}[EventType];

/**
 * Keeps an event in the transaction of what caused it, and has it handed to those who want it once that is committed.
 * `subjectId` is the thing that it happened to; events of one thing are delivered in their order.
 */
export async function recordEvent(tx: Transaction, ctx: Context, event: HappenedEvent): Promise<void> {
  const row = eventRow(ctx, event);
  // Together, so that the two cost the writer one round trip.
  await Promise.all([tx.insert(domainEvents).values(row), enqueue(tx, "dispatch_events", {})]);
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

/** How long events of the hot path wait to be handed on together: a job with each would make commits queue up. */
const GATHER_MS = 40;

/**
 * Has events handed on that a statement of the hot path wrote by itself, a moment from now and after their commit.
 * Should this process die before that, the next sweep finds them.
 */
export function callDispatch(): void {
  const state = processSingleton("dispatch-call", () => ({ timer: undefined as NodeJS.Timeout | undefined }));
  state.timer ??= setTimeout(() => {
    state.timer = undefined;
    database()
      .platform.orm.transaction((tx) => enqueue(tx, "dispatch_events", {}))
      .catch((error: unknown) => log().warn({ err: error }, "events wait for the next sweep"));
  }, GATHER_MS).unref();
}
