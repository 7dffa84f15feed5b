import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { deliveries, deliveryAttempts, notificationChannels, tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { DAY_MS } from "@/shared/time.ts";
import { RETRY_SCHEDULE_MS } from "./callback-retry-policy.ts";
import type { ChannelState, ChannelView } from "./view.ts";

/** All channels with state and statistics, failing ones first. For Super Admins. */
export async function listChannels(ctx: Context): Promise<ChannelView[]> {
  const admin = requireSuperAdmin(ctx);
  const channels = await read(admin, (tx) => selectChannels(tx, admin.now()));
  return channels.sort((one, other) => STATE_ORDER.indexOf(one.state) - STATE_ORDER.indexOf(other.state));
}

/** One channel with state and statistics. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getChannel(ctx: Context, channelId: string): Promise<ChannelView> {
  const admin = requireSuperAdmin(ctx);
  const [channel] = await read(admin, (tx) =>
    selectChannels(tx, admin.now(), eq(notificationChannels.id, channelId)),
  );
  if (!channel) throw notFound("endpoint");
  return channel;
}

const STATE_ORDER: ChannelState[] = ["FAILING", "DISABLED", "ACTIVE", "PAUSED"];

type Channel = typeof notificationChannels.$inferSelect;

export function toChannelState({ disabledAt, pausedAt, failingSince }: Channel): ChannelState {
  if (disabledAt) return "DISABLED";
  if (pausedAt) return "PAUSED";
  return failingSince ? "FAILING" : "ACTIVE";
}

async function selectChannels(tx: Reader, now: Date, where?: SQL): Promise<ChannelView[]> {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  const countDeliveries = (state: string) =>
    sql<number>`(select count(*)::integer from ${deliveries} d
      where d.channel_id = ${notificationChannels.id} and d.state = ${state})`;
  const rows = await tx
    .select({
      channel: notificationChannels,
      tenant: { id: tenants.id, name: tenants.name, slug: tenants.slug },
      pending: countDeliveries("PENDING"),
      parked: countDeliveries("PARKED"),
      dead: countDeliveries("DEAD"),
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
    state: toChannelState(channel),
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
