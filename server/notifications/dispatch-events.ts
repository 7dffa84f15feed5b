import { asc, inArray, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { domainEvents, notificationChannels } from "@/db/schema/index.ts";
import { notifyMembers } from "../inbox/notify.ts";
import type { Context } from "../platform/context.ts";
import { withTransaction } from "../platform/mutate.ts";

export type UndispatchedEvent = Pick<
  typeof domainEvents.$inferSelect,
  "id" | "type" | "tenantId" | "subjectId" | "sequence" | "data" | "occurredAt"
>;

const EVENTS_PER_BATCH = 500;

/**
 * Turns events into what is owed: a delivery for each channel that wants it, parked where the channel is closed, and a
 * notice for each person whom it concerns. Any number of processes may do this at once; each event is taken by one, and
 * is whole or not at all.
 */
export async function dispatchEvents(ctx: Context): Promise<void> {
  while ((await dispatchBatch(ctx)) === EVENTS_PER_BATCH);
}

function dispatchBatch(ctx: Context): Promise<number> {
  return withTransaction(ctx, async ({ open: { tx } }) => {
    const events = await takeEvents(tx);
    if (events.length === 0) return 0;
    await createDeliveries(tx, ctx, events);
    await notifyMembers(tx, ctx, events);
    const ids = events.map(({ id }) => id);
    await tx.update(domainEvents).set({ dispatchedAt: ctx.now() }).where(inArray(domainEvents.id, ids));
    return events.length;
  });
}

function takeEvents(tx: Transaction): Promise<UndispatchedEvent[]> {
  return tx
    .select({
      id: domainEvents.id,
      type: domainEvents.type,
      tenantId: domainEvents.tenantId,
      subjectId: domainEvents.subjectId,
      sequence: domainEvents.sequence,
      data: domainEvents.data,
      occurredAt: domainEvents.occurredAt,
    })
    .from(domainEvents)
    .where(isNull(domainEvents.dispatchedAt))
    .orderBy(asc(domainEvents.sequence))
    .limit(EVENTS_PER_BATCH)
    .for("update", { skipLocked: true });
}

async function createDeliveries(
  tx: Transaction,
  ctx: Context,
  events: readonly UndispatchedEvent[],
): Promise<void> {
  const channels = await tx.select().from(notificationChannels);
  const now = ctx.now();
  const owed = channels.flatMap((channel) => {
    const isOpen = channel.pausedAt === null && channel.disabledAt === null;
    return events
      .filter((event) => wants(channel, event))
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
  if (owed.length === 0) return;
  // As one value: thousands of parameters take PostgreSQL ten times as long.
  await tx.execute(sql`
    insert into deliveries (id, channel_id, event_id, subject_id, sequence, state, next_attempt_at, created_at)
    select id, channel_id, event_id, subject_id, sequence, state, next_attempt_at, created_at
    from json_to_recordset(${JSON.stringify(owed)}::text::json) as owed (
      id uuid, channel_id uuid, event_id uuid, subject_id uuid, sequence bigint, state text,
      next_attempt_at timestamptz, created_at timestamptz
    )
    on conflict do nothing`);
}

function wants(
  { eventTypes, tenantId }: Pick<typeof notificationChannels.$inferSelect, "eventTypes" | "tenantId">,
  event: UndispatchedEvent,
): boolean {
  if (event.type === "channel.test") return false;
  return (eventTypes?.includes(event.type) ?? true) && (tenantId === null || tenantId === event.tenantId);
}
