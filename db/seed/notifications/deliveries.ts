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
 * What each channel was owed: delivered at once, delivered after a failure or two, given up after the last try, waiting
 * for the next one, or parked since the channel was paused.
 */
export function planDeliveries(
  channels: readonly DemoChannel[],
  events: readonly DemoEvent[],
  now: Date,
): DemoDelivery[] {
  const random = createRandom("deliveries");
  return channels.flatMap((channel) =>
    events
      .filter((event) => isOwed(channel, event))
      .map((event, index) =>
        planDelivery(channel, event, countFailures(channel, event, index), { now, random }),
      ),
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
  if (channel.failingSince && occurredAt >= channel.failingSince) return RETRY_DELAYS_SECONDS.length;
  const restsAt = channel.pausedAt ?? channel.failingSince;
  const lastTryAt = secondsAfter(
    occurredAt,
    RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay + 30, 0),
  );
  if (restsAt && lastTryAt >= restsAt) return 0;
  if (index % 9 === 4) return RETRY_DELAYS_SECONDS.length;
  return index % 4 === 2 ? 1 + (index % 3) : 0;
}

function planDelivery(
  channel: DemoChannel,
  event: DemoEvent,
  failures: number | "parked",
  { now, random }: { now: Date; random: Random },
): DemoDelivery {
  const id = random.uuid(event.occurredAt);
  const due =
    failures === "parked" ? [] : planAttempts(channel, { id, owedAt: event.occurredAt, failures }, random);
  const attempts = due.filter(({ attemptedAt }) => attemptedAt < now);
  const next = due[attempts.length];
  const last = attempts.at(-1);
  const isOver = last?.succeeded ? "DELIVERED" : next ? "PENDING" : "DEAD";
  return {
    row: {
      id,
      channelId: channel.id,
      eventId: event.id,
      subjectId: event.subjectId,
      sequence: event.sequence,
      isTest: false,
      state: failures === "parked" ? "PARKED" : isOver,
      attemptCount: attempts.length,
      triesUsed: attempts.length,
      nextAttemptAt: next?.attemptedAt ?? null,
      createdAt: event.occurredAt,
      deliveredAt: last?.succeeded ? secondsAfter(last.attemptedAt, last.durationMs / 1_000) : null,
    },
    attempts,
  };
}

function planAttempts(
  channel: DemoChannel,
  { id: deliveryId, owedAt, failures }: { id: string; owedAt: Date; failures: number },
  random: Random,
): DemoDelivery["attempts"] {
  let attemptedAt = owedAt;
  return RETRY_DELAYS_SECONDS.slice(0, failures + 1).map((delay, index) => {
    attemptedAt = secondsAfter(attemptedAt, delay + 20 * random.unit());
    const succeeded = index === failures;
    const failure =
      channel.failingSince && owedAt >= channel.failingSince ? NO_ADDRESS : random.pick(FAILURES);
    const answer = succeeded ? DELIVERED : failure;
    const durationMs = answer.error ? answer.durationMs : Math.round(random.logNormal(180, 0.6));
    const { responseStatus, responseBody, error } = answer;
    return {
      id: random.uuid(attemptedAt),
      deliveryId,
      number: index + 1,
      succeeded,
      requestUrl: channel.url,
      requestHeaders: { "content-type": "application/json", "user-agent": "Drydock-Callbacks/1" },
      responseStatus,
      responseHeaders: error ? null : { "content-type": "application/json" },
      responseBody,
      error,
      durationMs,
      attemptedAt,
    };
  });
}

const RETRY_DELAYS_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

const DELIVERED = { responseStatus: 200, responseBody: '{"ok":true}', error: null };

const NO_ADDRESS = {
  responseStatus: null,
  responseBody: null,
  error: "UNKNOWN_HOST: hooks.release-board.invalid has no address",
  durationMs: 12,
};

const FAILURES = [
  { responseStatus: 503, responseBody: "upstream connect error or disconnect before headers", error: null },
  { responseStatus: 500, responseBody: '{"error":"internal"}', error: null },
  { responseStatus: 429, responseBody: "Too many requests", error: null },
  {
    responseStatus: null,
    responseBody: null,
    error: "TIMEOUT: no whole answer within the time allowed",
    durationMs: 15_000,
  },
];
