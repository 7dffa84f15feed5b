import { DAY_MS, HOUR_MS, MINUTE_MS, parseRetryAfter, SECOND_MS } from "@/shared/time.ts";

/** Retry schedule for callbacks, in milliseconds. */
export interface RetrySchedule {
  /** Delay before the first, second, third ... attempt of a delivery. After the last attempt it is dead. */
  retryDelaysMs: readonly number[];
  /** A channel is disabled after failing this long without a success. */
  disableAfterMs: number;
  maxRetryAfterMs: number;
  /** Exponential backoff of a channel from `SLOWDOWN_STREAK` failures on, doubled with each further failure. */
  minBackoffMs: number;
  maxBackoffMs: number;
}

export const RETRY_SCHEDULE_MS: RetrySchedule = {
  retryDelaysMs: [
    0,
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    10 * HOUR_MS,
  ],
  disableAfterMs: 5 * DAY_MS,
  maxRetryAfterMs: DAY_MS,
  minBackoffMs: 5 * SECOND_MS,
  maxBackoffMs: MINUTE_MS,
};

/** A later event of a subject waits until an earlier one has been attempted this many times. */
export const ORDERED_ATTEMPTS = 3;
/** After this many consecutive failures a channel is sent one delivery at a time, with exponential backoff. */
export const SLOWDOWN_STREAK = 10;
/** Each delay is longer by up to this share, which spreads retries of deliveries that failed together. */
const JITTER = 0.2;
/** Shares of `disableAfterMs` at which Super Admins are warned. */
const WARNING_SHARES = [0.5, 0.9];

/** Result of an attempt, as far as it decides the next one. */
export interface AttemptResult {
  /** Null without a complete response. */
  status: number | null;
  retryAfter: string | null;
  at: Date;
}

export const hasSucceeded = ({ status }: AttemptResult): boolean =>
  status !== null && status >= 200 && status < 300;

export type AttemptPlan =
  | { state: "DELIVERED" | "DEAD" | "PARKED"; nextAttemptAt: null }
  | { state: "PENDING"; nextAttemptAt: Date };

/**
 * Plans the next attempt of a delivery. 2xx is delivered. 410 parks it, since it also disables the channel. Anything
 * else, redirects included, is retried by the schedule or after `Retry-After`, whichever is later. Test deliveries are
 * attempted once.
 * @param random from 0 to 1
 */
export function planNextAttempt(
  delivery: { triesUsed: number; isTest: boolean },
  result: AttemptResult,
  schedule: RetrySchedule,
  random: number,
): AttemptPlan {
  if (hasSucceeded(result)) return { state: "DELIVERED", nextAttemptAt: null };
  const delayMs = schedule.retryDelaysMs[delivery.triesUsed + 1];
  if (delivery.isTest) return { state: "DEAD", nextAttemptAt: null };
  if (result.status === 410) return { state: "PARKED", nextAttemptAt: null };
  if (delayMs === undefined) return { state: "DEAD", nextAttemptAt: null };
  const waitMs = Math.max(delayMs * (1 + JITTER * random), retryAfterMs(result, schedule) ?? 0);
  return { state: "PENDING", nextAttemptAt: new Date(result.at.getTime() + Math.round(waitMs)) };
}

export interface ChannelHealth {
  failingSince: Date | null;
  failureStreak: number;
  warningsGiven: number;
  holdUntil: Date | null;
}

export const HEALTHY: ChannelHealth = {
  failingSince: null,
  failureStreak: 0,
  warningsGiven: 0,
  holdUntil: null,
};

/**
 * Next health of a channel after an attempt. A success resets it. 410 disables it at once; otherwise it is disabled
 * after `disableAfterMs` of failures, with warnings at `WARNING_SHARES` of that time.
 */
export function nextChannelHealth(
  before: ChannelHealth,
  result: AttemptResult,
  schedule: RetrySchedule,
): { health: ChannelHealth; warning: number | null; disable: string | null } {
  if (hasSucceeded(result)) return { health: HEALTHY, warning: null, disable: null };
  const { at, status } = result;
  const failingSince = before.failingSince ?? at;
  const failureStreak = before.failureStreak + 1;
  const share = (at.getTime() - failingSince.getTime()) / schedule.disableAfterMs;
  const warningsGiven = Math.max(before.warningsGiven, WARNING_SHARES.filter((due) => share >= due).length);
  return {
    health: {
      failingSince,
      failureStreak,
      warningsGiven,
      holdUntil: holdUntil(failureStreak, result, schedule),
    },
    warning: warningsGiven > before.warningsGiven ? (WARNING_SHARES[warningsGiven - 1] ?? null) : null,
    disable:
      status === 410
        ? "The endpoint responded with 410 Gone."
        : share >= 1
          ? "All deliveries failed for 5 days."
          : null,
  };
}

function holdUntil(streak: number, result: AttemptResult, schedule: RetrySchedule): Date | null {
  const doublings = streak - SLOWDOWN_STREAK;
  const slowedMs =
    doublings < 0 ? 0 : Math.min(schedule.minBackoffMs * 2 ** Math.min(doublings, 20), schedule.maxBackoffMs);
  const minBackoffMs = Math.max(slowedMs, retryAfterMs(result, schedule) ?? 0);
  return minBackoffMs > 0 ? new Date(result.at.getTime() + minBackoffMs) : null;
}

/** `Retry-After` of any refusal in milliseconds, up to the schedule's bound. */
function retryAfterMs({ retryAfter, at }: AttemptResult, { maxRetryAfterMs }: RetrySchedule): number | null {
  const delayMs = parseRetryAfter(retryAfter, at.getTime());
  return delayMs === null ? null : Math.min(delayMs, maxRetryAfterMs);
}
