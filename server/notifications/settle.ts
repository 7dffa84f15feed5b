import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { deliveries, notificationChannels } from "@/db/schema/index.ts";
import type { Context } from "../context.ts";
import { tellSuperAdmins } from "../inbox/tell.ts";
import { log } from "../log.ts";
import { countCallback } from "../metrics.ts";
import { inTransaction, mutate } from "../mutate.ts";
import type { OutboundResult } from "../outbound/outbound.ts";
import type { DueDelivery } from "./claim.ts";
import { hasSucceeded, nextHealth, nextStep, type Outcome, type Schedule } from "./policy.ts";

const KEPT_BODY_BYTES = 8_192;
const KEPT_HEADERS_BYTES = 4_096;

/** A try of a delivery as it went. */
export interface Try {
  delivery: DueDelivery;
  headers: Record<string, string>;
  startedAt: Date;
  result: OutboundResult;
}

/**
 * Keeps a try and what follows from it. A delivery that meanwhile was parked or dropped stays so, unless the try
 * succeeded. What it means for the channel is judged in a transaction of its own and only when there is news.
 */
export async function settle(ctx: Context, attempt: Try, schedule: Schedule, random: number): Promise<void> {
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
  const step = nextStep(delivery, outcome, schedule, random);
  await keepTry(ctx, attempt, { ...step, succeeded, at: outcome.at });
  if (!delivery.isTest && (delivery.channel.isTroubled || !succeeded)) {
    await judgeChannel(ctx, delivery.channel.id, outcome, schedule);
  }
}

/** One statement, so that a try costs one round trip and is kept whole or not at all. */
async function keepTry(
  ctx: Context,
  { delivery, headers, startedAt, result }: Try,
  step: { state: string; nextAttemptAt: Date | null; succeeded: boolean; at: Date },
): Promise<void> {
  const answer = result.answered ? result.answer : result.began;
  const { state, succeeded } = step;
  const nextAttemptAt = step.nextAttemptAt?.toISOString() ?? null;
  await ctx.db.platform.sql`
    with settled as (
      update deliveries set
        attempt_count = attempt_count + 1,
        tries_used = tries_used + 1,
        state = case when state = 'PENDING' or ${succeeded} then ${state}::text else state end,
        next_attempt_at = case when state = 'PENDING' or ${succeeded} then ${nextAttemptAt}::timestamptz end,
        delivered_at = case when ${succeeded} then ${step.at.toISOString()}::timestamptz else delivered_at end
      where id = ${delivery.id}
      returning id, attempt_count
    )
    insert into delivery_attempts (id, delivery_id, number, succeeded, request_url, request_headers, response_status,
      response_headers, response_body, error, duration_ms, attempted_at)
    select ${ctx.newId()}::uuid, settled.id, settled.attempt_count, ${succeeded}::boolean, ${delivery.channel.url}::text,
      ${JSON.stringify(headers)}::text::jsonb, ${answer?.status ?? null}::integer,
      ${answer ? JSON.stringify(boundedHeaders(answer.headers)) : null}::text::jsonb,
      ${answer ? storableText(answer.body.subarray(0, KEPT_BODY_BYTES)) : null}::text,
      ${result.answered ? null : storableText(Buffer.from(`${result.reason}: ${result.message}`))}::text,
      ${result.durationMs}::integer, ${startedAt.toISOString()}::timestamptz
    from settled`;
}

/** Heals, burdens or disables the channel, one try at a time. */
async function judgeChannel(
  ctx: Context,
  channelId: string,
  outcome: Outcome,
  schedule: Schedule,
): Promise<void> {
  await inTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const [channel] = await tx
      .select()
      .from(notificationChannels)
      .where(eq(notificationChannels.id, channelId))
      .for("update");
    if (!channel || channel.disabledAt) return;
    const { health, warning, disable } = nextHealth(channel, outcome, schedule);
    await tx.update(notificationChannels).set(health).where(eq(notificationChannels.id, channelId));
    if (disable !== null) return disableChannel(joined, channel, disable);
    if (warning === null) return;
    log().warn(
      { channelId, failingSince: health.failingSince, share: warning },
      "a callback channel keeps failing",
    );
    await tellSuperAdmins(tx, ctx, {
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
    await tellSuperAdmins(tx, ctx, {
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

/** Any bytes as text that PostgreSQL can hold. */
const storableText = (bytes: Buffer): string => bytes.toString("utf8").replaceAll("\0", "\uFFFD");

function boundedHeaders(headers: Record<string, string>): Record<string, string> {
  let length = 0;
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => {
        length += name.length + value.length;
        return length <= KEPT_HEADERS_BYTES;
      })
      .map(([name, value]) => [name, value.replaceAll("\0", "\uFFFD").toWellFormed()]),
  );
}
