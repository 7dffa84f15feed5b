import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { deliveries, deliveryAttempts, notificationChannels } from "@/db/schema/index.ts";
import type { Context } from "../context.ts";
import { tellSuperAdmins } from "../inbox/tell.ts";
import { log } from "../log.ts";
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
  const step = nextStep(delivery, outcome, schedule, random);
  await inTransaction(ctx, async ({ open: { tx } }) => {
    const stillOurs = sql`${deliveries.state} = 'PENDING' or ${succeeded}`;
    const [settled] = await tx
      .update(deliveries)
      .set({
        attemptCount: sql`${deliveries.attemptCount} + 1`,
        triesUsed: sql`${deliveries.triesUsed} + 1`,
        state: sql`case when ${stillOurs} then ${step.state} else ${deliveries.state} end`,
        nextAttemptAt: sql`case when ${stillOurs} then ${step.nextAttemptAt?.toISOString() ?? null}::timestamptz end`,
        ...(succeeded && { deliveredAt: outcome.at }),
      })
      .where(eq(deliveries.id, delivery.id))
      .returning({ number: deliveries.attemptCount });
    if (settled) await keepAttempt(tx, ctx, attempt, { number: settled.number, succeeded });
  });
  if (!delivery.isTest && (delivery.channel.isTroubled || !succeeded)) {
    await judgeChannel(ctx, delivery.channel.id, outcome, schedule);
  }
}

async function keepAttempt(
  tx: Transaction,
  ctx: Context,
  { delivery, headers, startedAt, result }: Try,
  { number, succeeded }: { number: number; succeeded: boolean },
): Promise<void> {
  const answer = result.answered ? result.answer : result.began;
  await tx.insert(deliveryAttempts).values({
    id: ctx.newId(),
    deliveryId: delivery.id,
    number,
    succeeded,
    requestUrl: delivery.channel.url,
    requestHeaders: headers,
    responseStatus: answer?.status ?? null,
    responseHeaders: answer ? boundedHeaders(answer.headers) : null,
    responseBody: answer ? storableText(answer.body.subarray(0, KEPT_BODY_BYTES)) : null,
    error: result.answered ? null : `${result.reason}: ${result.message}`,
    durationMs: result.durationMs,
    attemptedAt: startedAt,
  });
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
