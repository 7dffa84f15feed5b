import type { Transaction } from "@/db/client.ts";
import { domainEvents } from "@/db/schema/index.ts";
import type { EventType } from "@/db/schema/vocabulary.ts";
import type { Context } from "../platform/context.ts";
import { EVENTS, type EventData } from "./event-types.ts";

/** Something that happened, as the service that made it happen tells it. */
export type DomainEvent = {
  [T in EventType]: { type: T; tenantId: string | null; subjectId: string; data: EventData<T> };
}[EventType];

/**
 * Keeps an event in the transaction of what caused it; it is handed to those who want it once that is committed.
 * `subjectId` is the thing that it happened to; events of one thing are delivered in their order.
 */
export async function recordEvent(tx: Transaction, ctx: Context, event: DomainEvent): Promise<void> {
  await tx.insert(domainEvents).values(eventRow(ctx, event));
}

/** The row that keeps an event, for statements that write it by themselves. */
export function eventRow(
  ctx: Context,
  { type, tenantId, subjectId, data }: DomainEvent,
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
