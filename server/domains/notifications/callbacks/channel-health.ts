import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { deliveries, notificationChannels } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { mutate, type TransactionContext, withTransaction } from "@/server/core/transactions.ts";
import { notifySuperAdmins } from "../notify.ts";
import { type AttemptResult, nextChannelHealth, type RetrySchedule } from "./callback-retry-policy.ts";

/**
 * Channel health: applies the result of an attempt to its channel under a row lock. Warns Super Admins about a failing
 * channel and disables it by `nextChannelHealth`.
 */
export async function updateChannelHealth(
  ctx: Context,
  channelId: string,
  result: AttemptResult,
  schedule: RetrySchedule,
): Promise<void> {
  await withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const [channel] = await tx
      .select()
      .from(notificationChannels)
      .where(eq(notificationChannels.id, channelId))
      .for("update");
    if (!channel || channel.disabledAt) return;
    const { health, warning, disable } = nextChannelHealth(channel, result, schedule);
    await tx.update(notificationChannels).set(health).where(eq(notificationChannels.id, channelId));
    if (disable !== null) return disableChannel(joined, channel, disable);
    if (warning === null) return;
    log().warn({ channelId, failingSince: health.failingSince, share: warning }, "an endpoint keeps failing");
    await notifySuperAdmins(tx, ctx, {
      kind: "CHANNEL_FAILING",
      title: `Endpoint ${channel.name} is failing`,
      detail: `All deliveries have failed for ${warning === 0.5 ? "2.5" : "4.5"} days. The endpoint is disabled after 5 days.`,
      path: `/admin/notifications/${channelId}`,
      action: "View endpoint",
    });
  });
}

/** Disables a channel until a Super Admin resumes it; pending deliveries are parked. */
async function disableChannel(
  ctx: TransactionContext<Context>,
  channel: { id: string; name: string },
  reason: string,
): Promise<void> {
  log().warn({ channelId: channel.id, reason }, "an endpoint was disabled");
  await mutate(ctx, "channel.disable", async (tx) => {
    await tx
      .update(notificationChannels)
      .set({ disabledAt: ctx.now(), disabledReason: reason, holdUntil: null })
      .where(eq(notificationChannels.id, channel.id));
    await parkPending(tx, channel.id);
    await notifySuperAdmins(tx, ctx, {
      kind: "CHANNEL_FAILING",
      title: `Endpoint ${channel.name} was disabled`,
      detail: `${reason} New deliveries are on hold until you resume it.`,
      path: `/admin/notifications/${channel.id}`,
      action: "View endpoint",
    });
    return {
      result: undefined,
      audit: { type: "channel", id: channel.id, tenantId: null, after: { disabled: true, reason } },
    };
  });
}

/** Parks the pending deliveries of a channel, test deliveries excepted. */
export async function parkPending(tx: Transaction, channelId: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: "PARKED", nextAttemptAt: null })
    .where(
      and(eq(deliveries.channelId, channelId), eq(deliveries.state, "PENDING"), eq(deliveries.isTest, false)),
    );
}
