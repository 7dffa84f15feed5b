import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { domainEvents } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { wakeLoops } from "@/server/queue/due-loop.ts";
import type { EventType } from "@/shared/vocabulary.ts";
import { EVENTS, type EventData } from "./event-types.ts";

/** Domain event, as a service records it. */
export type DomainEvent = {
  [T in EventType]: { type: T; tenantId: string | null; subjectId: string; data: EventData<T> };
}[EventType];

/**
 * Records an event in the transaction of its cause (transactional outbox); the dispatcher delivers it after the commit.
 * Events with the same `subjectId` are delivered in order.
 */
export async function recordEvent(
  tx: Transaction,
  ctx: Context,
  event: DomainEvent,
  { heldUntil = null }: { heldUntil?: Date | null } = {},
): Promise<void> {
  await tx.insert(domainEvents).values({ ...eventRow(ctx, event), heldUntil });
}

/** Records many events like {@link recordEvent}, in one statement. */
export async function recordEvents(
  tx: Transaction,
  ctx: Context,
  events: readonly DomainEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(domainEvents).values(events.map((event) => eventRow(ctx, event)));
}

/**
 * Discards the newest held event of a subject. The lock of the row decides between a concurrent discard and dispatch.
 * @returns false if there is none, or it was dispatched
 */
export async function discardHeldEvent(tx: Transaction, ctx: Context, subjectId: string): Promise<boolean> {
  const isHeld = and(
    eq(domainEvents.subjectId, subjectId),
    isNull(domainEvents.dispatchedAt),
    gt(domainEvents.heldUntil, ctx.now()),
  );
  const [newest] = await tx
    .select({ id: domainEvents.id })
    .from(domainEvents)
    .where(isHeld)
    .orderBy(desc(domainEvents.sequence))
    .limit(1)
    .for("update");
  if (!newest) return false;
  await tx.delete(domainEvents).where(eq(domainEvents.id, newest.id));
  return true;
}

/** Outbox row of an event, for statements that insert it together with other rows at once. Wakes the dispatchers. */
export function eventRow(
  ctx: Context,
  { type, tenantId, subjectId, data }: DomainEvent,
): Omit<typeof domainEvents.$inferSelect, "sequence" | "heldUntil" | "dispatchedAt"> {
  const event = EVENTS[type];
  wakeLoops("events", ctx.db);
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
