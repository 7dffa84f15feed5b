import { and, asc, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { domainEvents, notificationChannels } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { notifyUsers } from "../notify.ts";

type UndispatchedEvent = typeof domainEvents.$inferSelect;

const EVENT_BATCH_SIZE = 500;

/**
 * Dispatch of domain events: creates a delivery for each subscribed channel, parked if the channel is closed, and a
 * notice for each person concerned. Safe in several processes at once: rows are locked with `skip locked`, and a batch is
 * one transaction.
 */
export async function dispatchEvents(ctx: Context): Promise<void> {
  while ((await dispatchBatch(ctx)) === EVENT_BATCH_SIZE);
}

function dispatchBatch(ctx: Context): Promise<number> {
  return withTransaction(ctx, async ({ open: { tx } }) => {
    const events = await lockEvents(tx, ctx.now());
    if (events.length === 0) return 0;
    await createDeliveries(tx, ctx, events);
    await notifyUsers(tx, ctx, events);
    const ids = events.map(({ id }) => id);
    await tx.update(domainEvents).set({ dispatchedAt: ctx.now() }).where(inArray(domainEvents.id, ids));
    return events.length;
  });
}

function lockEvents(tx: Transaction, now: Date): Promise<UndispatchedEvent[]> {
  return tx
    .select()
    .from(domainEvents)
    .where(isDispatchable(now))
    .orderBy(asc(domainEvents.sequence))
    .limit(EVENT_BATCH_SIZE)
    .for("update", { skipLocked: true });
}

/** Condition of an event that waits for nothing: neither it nor an earlier event of its subject is held. */
export function isDispatchable(now: Date): SQL | undefined {
  const instant = sql`${now.toISOString()}::timestamptz`;
  const isHeld = sql`exists (
    select from ${domainEvents} held
    where held.dispatched_at is null and held.held_until > ${instant}
      and held.subject_id = ${domainEvents.subjectId} and held.sequence <= ${domainEvents.sequence}
  )`;
  return and(isNull(domainEvents.dispatchedAt), not(isHeld));
}

async function createDeliveries(
  tx: Transaction,
  ctx: Context,
  events: readonly UndispatchedEvent[],
): Promise<void> {
  const channels = await tx.select().from(notificationChannels);
  const now = ctx.now();
  const rows = channels.flatMap((channel) => {
    const isOpen = channel.pausedAt === null && channel.disabledAt === null;
    return events
      .filter((event) => isSubscribed(channel, event))
      .map((event) => ({
        id: ctx.newId(),
        channel_id: channel.id,
        event_id: event.id,
        subject_id: event.subjectId,
        sequence: event.sequence.toString(),
        state: isOpen ? "PENDING" : "PARKED",
        next_attempt_at: isOpen ? now : null,
        created_at: now,
      }));
  });
  if (rows.length === 0) return;
  // One JSON parameter: thousands of parameters take PostgreSQL ten times as long.
  await tx.execute(sql`
    insert into deliveries (id, channel_id, event_id, subject_id, sequence, state, next_attempt_at, created_at)
    select id, channel_id, event_id, subject_id, sequence, state, next_attempt_at, created_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as created (
      id uuid, channel_id uuid, event_id uuid, subject_id uuid, sequence bigint, state text,
      next_attempt_at timestamptz, created_at timestamptz
    )
    on conflict do nothing`);
}

function isSubscribed(
  { eventTypes, tenantId }: typeof notificationChannels.$inferSelect,
  event: UndispatchedEvent,
): boolean {
  if (event.type === "channel.test") return false;
  return (eventTypes?.includes(event.type) ?? true) && (tenantId === null || tenantId === event.tenantId);
}
