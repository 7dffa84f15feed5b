import type { deliveries, deliveryAttempts } from "../../schema/index.ts";
import { secondsAfter } from "../clock.ts";
import { createRandom, type Random } from "../random.ts";
import type { DemoChannel } from "./channels.ts";
import type { DemoEvent } from "./events.ts";

export interface DemoDelivery {
  row: typeof deliveries.$inferSelect;
  attempts: (typeof deliveryAttempts.$inferSelect)[];
}

/**
 * What each channel was owed: delivered at once, delivered after a failure or two, given up after the last try, or
 * parked since the channel was paused.
 */
export function planDeliveries(
  channels: readonly DemoChannel[],
  events: readonly DemoEvent[],
): DemoDelivery[] {
  const random = createRandom("deliveries");
  return channels.flatMap((channel) =>
    events
      .filter((event) => isOwed(channel, event))
      .map((event, index) => planDelivery(channel, event, countFailures(channel, event, index), random)),
  );
}

function isOwed(channel: DemoChannel, { type, tenantId, occurredAt }: DemoEvent): boolean {
  const isWanted = channel.eventTypes?.includes(type) ?? true;
  const isInReach = channel.tenantId === null || channel.tenantId === tenantId;
  const isInTime =
    occurredAt > channel.createdAt && (channel.disabledAt === null || occurredAt < channel.disabledAt);
  return isWanted && isInReach && isInTime;
}

/** How many attempts fail before one succeeds; all of them now and then, none while the channel is paused. */
function countFailures(channel: DemoChannel, { occurredAt }: DemoEvent, index: number): number | "parked" {
  if (channel.pausedAt && occurredAt >= channel.pausedAt) return "parked";
  const lastTryAt = secondsAfter(
    occurredAt,
    RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay + 30, 0),
  );
  if (channel.pausedAt && lastTryAt >= channel.pausedAt) return 0;
  if (index % 9 === 4) return RETRY_DELAYS_SECONDS.length;
  return index % 4 === 2 ? 1 + (index % 3) : 0;
}

function planDelivery(
  channel: DemoChannel,
  event: DemoEvent,
  failures: number | "parked",
  random: Random,
): DemoDelivery {
  const id = random.uuid(event.occurredAt);
  const attempts = failures === "parked" ? [] : planAttempts(id, event.occurredAt, failures, random);
  const last = attempts.at(-1);
  const state = failures === "parked" ? "PARKED" : last?.succeeded ? "DELIVERED" : "DEAD";
  return {
    row: {
      id,
      channelId: channel.id,
      eventId: event.id,
      state,
      attemptCount: attempts.length,
      nextAttemptAt: null,
      createdAt: event.occurredAt,
      deliveredAt: last?.succeeded ? secondsAfter(last.attemptedAt, last.durationMs / 1_000) : null,
    },
    attempts,
  };
}

function planAttempts(
  deliveryId: string,
  owedAt: Date,
  failures: number,
  random: Random,
): DemoDelivery["attempts"] {
  let attemptedAt = owedAt;
  return RETRY_DELAYS_SECONDS.slice(0, failures + 1).map((delay, index) => {
    attemptedAt = secondsAfter(attemptedAt, delay + 20 * random.unit());
    const succeeded = index === failures;
    const answer = succeeded ? DELIVERED : random.pick(FAILURES);
    const durationMs = answer.responseStatus === null ? 15_000 : Math.round(random.logNormal(180, 0.6));
    return {
      id: random.uuid(attemptedAt),
      deliveryId,
      number: index + 1,
      succeeded,
      ...answer,
      durationMs,
      attemptedAt,
    };
  });
}

const RETRY_DELAYS_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

const DELIVERED = { responseStatus: 200, responseBody: '{"ok":true}', error: null };

const FAILURES = [
  { responseStatus: 503, responseBody: "upstream connect error or disconnect before headers", error: null },
  { responseStatus: 500, responseBody: '{"error":"internal"}', error: null },
  { responseStatus: 429, responseBody: "Too many requests", error: null },
  { responseStatus: null, responseBody: null, error: "No answer within 15 s." },
];
