import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import {
  deliveries,
  deliveryAttempts,
  domainEvents,
  notificationChannels,
  tenants,
} from "@/db/schema/index.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";
import { notFound } from "../platform/errors.ts";
import { read } from "../platform/mutate.ts";
import { olderThan, pageOf } from "../platform/pagination.ts";
import type { ListDeliveries } from "./input.ts";
import { serializePayload } from "./payload.ts";
import { RETRY_SCHEDULE_MS } from "./policy.ts";
import type { ChannelState, ChannelView, DeliveryDetail, DeliveryPage, DeliveryView } from "./view.ts";

/** All channels and how they fare, those that need a person first. For Super Admins. */
export async function listChannels(ctx: Context): Promise<ChannelView[]> {
  const admin = requireSuperAdmin(ctx);
  const channels = await read(admin, (tx) => selectChannels(tx, admin.now()));
  return channels.sort((one, other) => URGENCY.indexOf(one.state) - URGENCY.indexOf(other.state));
}

/** One channel and how it fares. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getChannel(ctx: Context, channelId: string): Promise<ChannelView> {
  const admin = requireSuperAdmin(ctx);
  const [channel] = await read(admin, (tx) =>
    selectChannels(tx, admin.now(), eq(notificationChannels.id, channelId)),
  );
  if (!channel) throw notFound("channel");
  return channel;
}

/** The deliveries of a channel, newest first. For Super Admins. @throws AppError `NOT_FOUND` */
export async function listDeliveries(ctx: Context, input: ListDeliveries): Promise<DeliveryPage> {
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
  return { deliveries: shown.map(viewOfDelivery), nextCursor };
}

/** A delivery with its body and every try. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getDelivery(ctx: Context, deliveryId: string): Promise<DeliveryDetail> {
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
    const { last: _, ...view } = viewOfDelivery(row);
    return {
      ...view,
      channel: { id: channel.id, name: channel.name, state: stateOf(channel) },
      requestBody: serializePayload(
        { ...event, eventId: event.id, sequence: event.sequence.toString() },
        env().NEXTAUTH_URL ?? "",
      ),
      attempts: attempts.map(({ id: _id, deliveryId: _of, attemptedAt, ...attempt }) => ({
        ...attempt,
        attemptedAt: attemptedAt.toISOString(),
      })),
    };
  });
}

const URGENCY: ChannelState[] = ["FAILING", "DISABLED", "ACTIVE", "PAUSED"];

type Channel = typeof notificationChannels.$inferSelect;

function stateOf({ disabledAt, pausedAt, failingSince }: Channel): ChannelState {
  if (disabledAt) return "DISABLED";
  if (pausedAt) return "PAUSED";
  return failingSince ? "FAILING" : "ACTIVE";
}

async function selectChannels(tx: Transaction, now: Date, where?: SQL): Promise<ChannelView[]> {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const owed = (state: string) =>
    sql<number>`(select count(*)::integer from ${deliveries} d
      where d.channel_id = ${notificationChannels.id} and d.state = ${state})`;
  const rows = await tx
    .select({
      channel: notificationChannels,
      tenant: { id: tenants.id, name: tenants.name, slug: tenants.slug },
      pending: owed("PENDING"),
      parked: owed("PARKED"),
      dead: owed("DEAD"),
      lastDay: sql<{ delivered: number; failedAttempts: number; medianMs: number | null }>`(
        select json_build_object('delivered', count(*) filter (where a.succeeded),
          'failedAttempts', count(*) filter (where not a.succeeded),
          'medianMs', percentile_cont(0.5) within group (order by a.duration_ms) filter (where a.succeeded))
        from ${deliveries} d join ${deliveryAttempts} a on a.delivery_id = d.id
        where d.channel_id = ${notificationChannels.id} and a.attempted_at > ${dayAgo}
          and d.created_at > ${dayAgo}::timestamptz - interval '3 days')`,
      lastDeliveredAt: sql<string | null>`(select d.delivered_at from ${deliveries} d
        where d.channel_id = ${notificationChannels.id} and d.state = 'DELIVERED'
        order by d.created_at desc limit 1)`,
    })
    .from(notificationChannels)
    .leftJoin(tenants, eq(tenants.id, notificationChannels.tenantId))
    .where(where)
    .orderBy(asc(notificationChannels.name), asc(notificationChannels.id));
  return rows.map(({ channel, tenant, pending, parked, dead, lastDay, lastDeliveredAt }) => ({
    id: channel.id,
    name: channel.name,
    url: channel.url,
    eventTypes: channel.eventTypes?.filter((type) => type !== "channel.test") ?? null,
    tenant: tenant?.id ? tenant : null,
    signing: channel.signing,
    state: stateOf(channel),
    disabledReason: channel.disabledReason,
    failingSince: channel.failingSince?.toISOString() ?? null,
    disableAt: channel.failingSince
      ? new Date(channel.failingSince.getTime() + RETRY_SCHEDULE_MS.disableAfterMs).toISOString()
      : null,
    holdUntil: channel.holdUntil && channel.holdUntil > now ? channel.holdUntil.toISOString() : null,
    previousSecretUntil:
      channel.previousSecretUntil && channel.previousSecretUntil > now
        ? channel.previousSecretUntil.toISOString()
        : null,
    createdAt: channel.createdAt.toISOString(),
    backlog: { pending, parked, dead },
    lastDay,
    lastDeliveredAt: lastDeliveredAt && new Date(lastDeliveredAt).toISOString(),
  }));
}

function selectDeliveries(tx: Transaction) {
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

function viewOfDelivery({ delivery, event, last }: DeliveryRow): DeliveryView {
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
