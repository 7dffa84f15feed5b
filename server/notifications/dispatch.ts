import { asc, inArray, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { deliveries, domainEvents, notificationChannels } from "@/db/schema/index.ts";
import type { Context } from "../context.ts";
import { tellPeople } from "../inbox/tell.ts";
import { inTransaction } from "../mutate.ts";

export type UndispatchedEvent = Pick<
  typeof domainEvents.$inferSelect,
  "id" | "type" | "tenantId" | "subjectId" | "sequence" | "data" | "occurredAt"
>;

const EVENTS_PER_BATCH = 500;
const ROWS_PER_INSERT = 2_000;

/**
 * Turns events into what is owed: a delivery for each channel that wants it, parked where the channel is closed, and a
 * notice for each person whom it concerns. Any number of processes may do this at once; each event is taken by one, and
 * is whole or not at all.
 */
export async function dispatchEvents(ctx: Context): Promise<void> {
  while ((await dispatchBatch(ctx)) === EVENTS_PER_BATCH);
}

function dispatchBatch(ctx: Context): Promise<number> {
  return inTransaction(ctx, async ({ open: { tx } }) => {
    const events = await takeEvents(tx);
    if (events.length === 0) return 0;
    await oweChannels(tx, ctx, events);
    await tellPeople(tx, ctx, events);
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

async function oweChannels(
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
        channelId: channel.id,
        eventId: event.id,
        subjectId: event.subjectId,
        sequence: event.sequence,
        state: isOpen ? ("PENDING" as const) : ("PARKED" as const),
        nextAttemptAt: isOpen ? now : null,
        createdAt: now,
      }));
  });
  for (let start = 0; start < owed.length; start += ROWS_PER_INSERT) {
    await tx
      .insert(deliveries)
      .values(owed.slice(start, start + ROWS_PER_INSERT))
      .onConflictDoNothing();
  }
}

function wants(
  { eventTypes, tenantId }: Pick<typeof notificationChannels.$inferSelect, "eventTypes" | "tenantId">,
  event: UndispatchedEvent,
): boolean {
  if (event.type === "channel.test") return false;
  return (eventTypes?.includes(event.type) ?? true) && (tenantId === null || tenantId === event.tenantId);
}

/** The channels that owe something: now, or also later. */
export async function listChannelsInDebt(ctx: Context, when: "now" | "ever"): Promise<string[]> {
  const now = sql`${ctx.now().toISOString()}::timestamptz`;
  const isDue =
    when === "now"
      ? sql`and d.next_attempt_at <= ${now} and (d.is_test or coalesce(${notificationChannels.holdUntil} <= ${now}, true))`
      : sql``;
  const rows = await inTransaction(ctx, ({ open: { tx } }) =>
    tx
      .select({ id: notificationChannels.id })
      .from(notificationChannels)
      .where(
        sql`(select true from ${deliveries} d where d.channel_id = ${notificationChannels.id}
          and d.state = 'PENDING' ${isDue} limit 1)`,
      ),
  );
  return rows.map(({ id }) => id);
}
