import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { deliveries, notificationChannels } from "@/db/schema/index.ts";
import { notifySuperAdmins } from "../inbox/notify.ts";
import type { Context } from "../platform/context.ts";
import { log } from "../platform/log.ts";
import { countCallback } from "../platform/metrics.ts";
import { mutate, withTransaction } from "../platform/mutate.ts";
import {
  hasSucceeded,
  nextChannelHealth,
  type Outcome,
  planNextAttempt,
  type RetrySchedule,
} from "./policy.ts";
import type { Attempt, SavedAttempt } from "./save-attempts.ts";

/**
 * Keeps a try and what follows from it, and tells whether it succeeded. What it means for the channel is judged in a
 * transaction of its own and only when there is news.
 * @param random from 0 to 1
 */
export async function settle(
  ctx: Context,
  attempt: Attempt,
  {
    schedule,
    keep,
    random,
  }: { schedule: RetrySchedule; keep: (kept: SavedAttempt) => Promise<void>; random: number },
): Promise<boolean> {
  const { delivery, result } = attempt;
  const outcome: Outcome = {
    status: result.answered ? result.answer.status : null,
    retryAfter: result.answered ? (result.answer.headers["retry-after"] ?? null) : null,
    at: ctx.now(),
  };
  const succeeded = hasSucceeded(outcome);
  countCallback(
    succeeded ? "delivered" : outcome.status === null ? "unanswered" : "refused",
    result.durationMs,
  );
  const step = planNextAttempt(delivery, outcome, schedule, random);
  await keep({ attempt, succeeded, settledAt: outcome.at, ...step });
  if (!delivery.isTest && (delivery.channel.isTroubled || !succeeded)) {
    await updateChannelHealth(ctx, delivery.channel.id, outcome, schedule);
  }
  return succeeded;
}

/** Heals, burdens or disables the channel, one try at a time. */
async function updateChannelHealth(
  ctx: Context,
  channelId: string,
  outcome: Outcome,
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
    const { health, warning, disable } = nextChannelHealth(channel, outcome, schedule);
    await tx.update(notificationChannels).set(health).where(eq(notificationChannels.id, channelId));
    if (disable !== null) return disableChannel(joined, channel, disable);
    if (warning === null) return;
    log().warn(
      { channelId, failingSince: health.failingSince, share: warning },
      "a callback channel keeps failing",
    );
    await notifySuperAdmins(tx, ctx, {
      kind: "CHANNEL_FAILING",
      title: `${channel.name} keeps failing`,
      detail: `Nothing has arrived for ${warning === 0.5 ? "two and a half" : "four and a half"} days. After five it is disabled.`,
      path: `/admin/notifications/${channelId}`,
    });
  });
}

/** Closes a channel for good until a Super Admin opens it again; what it is still owed is parked. */
async function disableChannel(
  ctx: Context & { open: NonNullable<Context["open"]> },
  channel: { id: string; name: string },
  reason: string,
): Promise<void> {
  log().warn({ channelId: channel.id, reason }, "a callback channel was disabled");
  await mutate(ctx, "channel.disable", async (tx) => {
    await tx
      .update(notificationChannels)
      .set({ disabledAt: ctx.now(), disabledReason: reason, holdUntil: null })
      .where(eq(notificationChannels.id, channel.id));
    await parkPending(tx, channel.id);
    await notifySuperAdmins(tx, ctx, {
      kind: "CHANNEL_FAILING",
      title: `${channel.name} is disabled`,
      detail: `${reason} What it is owed is parked.`,
      path: `/admin/notifications/${channel.id}`,
    });
    return {
      result: undefined,
      audit: { type: "channel", id: channel.id, tenantId: null, after: { disabled: true, reason } },
    };
  });
}

/** Sets aside what a closed channel is still owed; tests are not. */
export async function parkPending(tx: Transaction, channelId: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: "PARKED", nextAttemptAt: null })
    .where(
      and(eq(deliveries.channelId, channelId), eq(deliveries.state, "PENDING"), eq(deliveries.isTest, false)),
    );
}
