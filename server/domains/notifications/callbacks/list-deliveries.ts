import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { deliveries, deliveryAttempts, domainEvents, notificationChannels } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import type { ListDeliveries } from "./input.ts";
import { getChannel, toChannelState } from "./list-channels.ts";
import { serializePayload } from "./payload.ts";

/** One page of the deliveries of a channel, newest first. For Super Admins. @throws AppError `NOT_FOUND` */
export async function listDeliveries(ctx: Context, input: ListDeliveries) {
  const admin = requireSuperAdmin(ctx);
  await getChannel(admin, input.channelId);
  const rows = await read(admin, (tx) =>
    selectDeliveries(tx)
      .where(
        and(
          eq(deliveries.channelId, input.channelId),
          input.state.length > 0 ? inArray(deliveries.state, input.state) : undefined,
          olderThan(input.cursor, deliveries.createdAt, deliveries.id),
        ),
      )
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(input.limit + 1),
  );
  const { shown, nextCursor } = pageOf(rows, input.limit, ({ delivery }) => [
    delivery.createdAt,
    delivery.id,
  ]);
  return { deliveries: shown.map(toDeliveryView), nextCursor };
}

/** One delivery with its request body and attempts. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getDelivery(ctx: Context, deliveryId: string) {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [row] = await selectDeliveries(tx).where(eq(deliveries.id, deliveryId));
    if (!row) throw notFound("delivery");
    const [channel] = await tx
      .select()
      .from(notificationChannels)
      .where(eq(notificationChannels.id, row.delivery.channelId));
    if (!channel) throw notFound("delivery");
    const attempts = await tx
      .select()
      .from(deliveryAttempts)
      .where(eq(deliveryAttempts.deliveryId, deliveryId))
      .orderBy(desc(deliveryAttempts.number));
    const { event } = row;
    const { last: _, ...view } = toDeliveryView(row);
    return {
      ...view,
      channel: { id: channel.id, name: channel.name, state: toChannelState(channel) },
      requestBody: serializePayload(
        { ...event, eventId: event.id, sequence: event.sequence.toString() },
        publicOrigin(),
      ),
      attempts: attempts.map(({ id: _id, deliveryId: _of, attemptedAt, ...attempt }) => ({
        ...attempt,
        attemptedAt: attemptedAt.toISOString(),
      })),
    };
  });
}

function selectDeliveries(tx: Reader) {
  const last = tx
    .select({
      status: sql<number | null>`${deliveryAttempts.responseStatus}`.as("last_status"),
      error: sql<string | null>`${deliveryAttempts.error}`.as("last_error"),
      durationMs: sql<number>`${deliveryAttempts.durationMs}`.as("last_duration_ms"),
    })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveries.id))
    .orderBy(desc(deliveryAttempts.number))
    .limit(1)
    .as("last_attempt");
  return tx
    .select({
      delivery: deliveries,
      event: domainEvents,
      last: { status: last.status, error: last.error, durationMs: last.durationMs },
    })
    .from(deliveries)
    .innerJoin(domainEvents, eq(domainEvents.id, deliveries.eventId))
    .leftJoinLateral(last, sql`true`)
    .$dynamic();
}

interface DeliveryRow {
  delivery: typeof deliveries.$inferSelect;
  event: typeof domainEvents.$inferSelect;
  last: { status: number | null; error: string | null; durationMs: number | null } | null;
}

/** Delivery in a list. `nextAttemptAt` is set while it is pending. */
function toDeliveryView({ delivery, event, last }: DeliveryRow) {
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    type: event.type,
    subjectId: delivery.subjectId,
    sequence: delivery.sequence.toString(),
    isTest: delivery.isTest,
    state: delivery.state,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    last:
      last && last.durationMs !== null
        ? { status: last.status, error: last.error, durationMs: last.durationMs }
        : null,
  };
}
