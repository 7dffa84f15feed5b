import { type deliveries, type deliveryAttempts, notificationChannels } from "../schema/index.ts";
import { readJson, readRows, secondsAfter } from "./data.ts";
import type { DemoEvent } from "./history.ts";
import { createRandom } from "./random.ts";

type DeliveryRow = typeof deliveries.$inferInsert;
type AttemptRow = typeof deliveryAttempts.$inferInsert;
export type DemoChannel = ReturnType<typeof readRows<typeof notificationChannels>>[number];

type Response = Partial<Pick<AttemptRow, "responseStatus" | "responseBody" | "error" | "durationMs">>;

interface Responses {
  success: Response;
  /** Error of a host without an address. */
  unreachable: Response;
  failures: Response[];
}

const RETRY_DELAYS_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length;
const ATTEMPT_SECONDS = 30;

/**
 * Channels with their deliveries and attempts: delivered at once, after a retry or two, dead after the last attempt,
 * pending until the next one, or parked since the channel was paused. No channel calls a real host: all but one are
 * paused, and the host of that one does not exist. Their secrets are public, like the password of the demo.
 */
export function planDeliveries(events: readonly DemoEvent[], now: Date) {
  const random = createRandom("deliveries");
  const responses = readJson<Responses>("delivery-responses.json", now);
  const channels = readRows(notificationChannels, now);
  const rows: DeliveryRow[] = [];
  const attempts: AttemptRow[] = [];
  for (const channel of channels) {
    for (const [index, event] of events.filter((one) => isSubscribed(channel, one)).entries()) {
      const { occurredAt } = event;
      const id = random.uuid(occurredAt);
      const isParked = channel.pausedAt && occurredAt >= channel.pausedAt;
      const planned = isParked ? [] : planAttempts(channel, event, index);
      const made = planned.filter(({ attemptedAt }) => attemptedAt < now);
      const next = planned[made.length];
      const last = made.at(-1);
      rows.push({
        id,
        channelId: channel.id,
        eventId: event.id,
        subjectId: event.subjectId,
        sequence: event.sequence,
        state: isParked ? "PARKED" : last?.succeeded ? "DELIVERED" : next ? "PENDING" : "DEAD",
        attemptCount: made.length,
        triesUsed: made.length,
        nextAttemptAt: next?.attemptedAt ?? null,
        createdAt: occurredAt,
        deliveredAt: last?.succeeded ? secondsAfter(last.attemptedAt, last.durationMs / 1_000) : null,
      });
      attempts.push(...made.map((attempt) => ({ ...attempt, deliveryId: id })));
    }
  }
  return { channels, deliveries: rows, attempts };

  function planAttempts(channel: DemoChannel, event: DemoEvent, index: number) {
    const failures = countFailures(channel, event, index);
    const isUnreachable = channel.failingSince && event.occurredAt >= channel.failingSince;
    let attemptedAt = event.occurredAt;
    return RETRY_DELAYS_SECONDS.slice(0, failures + 1).map((delay, attempt) => {
      attemptedAt = secondsAfter(attemptedAt, delay + 20 * random.unit());
      const succeeded = attempt === failures;
      const failure = isUnreachable ? responses.unreachable : random.pick(responses.failures);
      const response = succeeded ? responses.success : failure;
      return {
        durationMs: Math.round(random.logNormal(180, 0.6)),
        ...response,
        id: random.uuid(attemptedAt),
        number: attempt + 1,
        succeeded,
        requestUrl: channel.url,
        requestHeaders: { "content-type": "application/json", "user-agent": "Drydock-Callbacks/1" },
        responseHeaders: response.error ? null : { "content-type": "application/json" },
        attemptedAt,
      };
    });
  }
}

function isSubscribed(channel: DemoChannel, { type, tenantId, occurredAt }: DemoEvent): boolean {
  const isWanted = channel.eventTypes?.includes(type) ?? true;
  const isInScope = !channel.tenantId || channel.tenantId === tenantId;
  const isInTime =
    occurredAt > channel.createdAt && !(channel.disabledAt && occurredAt >= channel.disabledAt);
  return isWanted && isInScope && isInTime;
}

/** Failed attempts before the first success. None may still be due when the channel pauses or begins to fail. */
function countFailures(channel: DemoChannel, { occurredAt }: DemoEvent, index: number): number {
  if (channel.failingSince && occurredAt >= channel.failingSince) return MAX_ATTEMPTS;
  const stopsAt = channel.pausedAt ?? channel.failingSince;
  const scheduleSeconds = RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay + ATTEMPT_SECONDS, 0);
  if (stopsAt && secondsAfter(occurredAt, scheduleSeconds) >= stopsAt) return 0;
  if (index % 9 === 4) return MAX_ATTEMPTS;
  return index % 4 === 2 ? 1 + (index % 3) : 0;
}
