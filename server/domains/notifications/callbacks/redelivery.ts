import { and, eq, gte, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { deliveries } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { wakeLoops } from "@/server/queue/due-loop.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import { type Channel, lockChannel, toChannelChange } from "./channels.ts";
import type { RedeliverFailed, ResolveParked } from "./input.ts";

/**
 * Redelivers one delivery under the same id: restarts its retry schedule, due now. For Super Admins.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` while the channel is closed
 */
export async function redeliver(ctx: Context, deliveryId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "delivery.redeliver", async (tx) => {
    const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId)).for("update");
    if (!delivery) throw notFound("delivery");
    const channel = await lockOpenChannel(tx, delivery.channelId);
    await tx.update(deliveries).set(requeueDelivery(admin.now())).where(eq(deliveries.id, deliveryId));
    return {
      result: undefined,
      audit: {
        type: "delivery",
        id: deliveryId,
        tenantId: channel.tenantId,
        before: { state: delivery.state },
        after: { state: "PENDING" },
      },
    };
  });
}

/**
 * Redelivers the dead deliveries of a channel that were created since an instant. For Super Admins.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` while the channel is closed
 */
export async function redeliverFailed(ctx: Context, input: RedeliverFailed): Promise<{ count: number }> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "channel.redeliver_failed", async (tx) => {
    const channel = await lockOpenChannel(tx, input.channelId);
    const redelivered = await tx
      .update(deliveries)
      .set(requeueDelivery(admin.now()))
      .where(
        and(
          eq(deliveries.channelId, channel.id),
          eq(deliveries.state, "DEAD"),
          eq(deliveries.isTest, false),
          gte(deliveries.createdAt, new Date(input.since)),
        ),
      )
      .returning({ id: deliveries.id });
    const count = redelivered.length;
    return toChannelChange(channel, { count }, { after: { redelivered: count, since: input.since } });
  });
}

/**
 * Resolves the parked deliveries of a channel by one of `PARKED_ACTIONS`. Dropped ones stay listed. For Super Admins.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` for sending while the channel is closed
 */
export async function resolveParked(
  ctx: Context,
  input: ResolveParked,
): Promise<{ sent: number; dropped: number }> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "channel.settle_parked", async (tx) => {
    const channel =
      input.action === "DROP"
        ? await lockChannel(tx, input.channelId)
        : await lockOpenChannel(tx, input.channelId);
    const parked = and(eq(deliveries.channelId, channel.id), eq(deliveries.state, "PARKED"));
    const isNewest = sql`not exists (select from ${deliveries} newer where newer.channel_id = ${deliveries.channelId}
      and newer.subject_id = ${deliveries.subjectId} and newer.state = 'PARKED'
      and newer.sequence > ${deliveries.sequence})`;
    const sent =
      input.action === "DROP"
        ? []
        : await tx
            .update(deliveries)
            .set(requeueDelivery(admin.now()))
            .where(input.action === "SEND_NEWEST" ? and(parked, isNewest) : parked)
            .returning({ id: deliveries.id });
    const dropped = await tx
      .update(deliveries)
      .set({ state: "DROPPED" })
      .where(parked)
      .returning({ id: deliveries.id });
    const result = { sent: sent.length, dropped: dropped.length };
    return toChannelChange(channel, result, { after: { action: input.action, ...result } });
  });
}

function requeueDelivery(now: Date) {
  wakeLoops("events");
  return { state: "PENDING", nextAttemptAt: now, triesUsed: 0, deliveredAt: null } as const;
}

async function lockOpenChannel(tx: Transaction, channelId: string): Promise<Channel> {
  const channel = await lockChannel(tx, channelId);
  if (channel.pausedAt || channel.disabledAt) {
    throw invalidTransition("The endpoint is paused or disabled. Resume it first.");
  }
  return channel;
}
