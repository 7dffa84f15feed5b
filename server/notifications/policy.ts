const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Pauses, in milliseconds; tests shorten them. */
export interface RetrySchedule {
  /** Before the first, second, third ... try of a delivery. After the last there is none. */
  retryDelaysMs: readonly number[];
  /** How long a channel may fail without one success before it is disabled. */
  disableAfterMs: number;
  /** The longest that a receiver's `Retry-After` is obeyed. */
  maxRetryAfterMs: number;
  /** The first pause of a channel that fails again and again, doubled with each further failure. */
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

/** A later event of an object waits while an earlier one has been tried fewer times than this. */
export const ORDERED_ATTEMPTS = 3;
/** From so many failures in a row on a channel is tried one delivery at a time, with growing pauses. */
export const SLOWDOWN_STREAK = 10;
/** Each pause is longer by up to this share, so that what failed together does not come back together. */
const JITTER = 0.2;
const WARNING_SHARES = [0.5, 0.9];

/** What came back, as far as it decides what happens next. */
export interface Outcome {
  /** Null when there was no whole answer. */
  status: number | null;
  retryAfter: string | null;
  at: Date;
}

export const hasSucceeded = ({ status }: Outcome): boolean =>
  status !== null && status >= 200 && status < 300;

export type AttemptPlan =
  | { state: "DELIVERED" | "DEAD" | "PARKED"; nextAttemptAt: null }
  | { state: "PENDING"; nextAttemptAt: Date };

/**
 * What becomes of a delivery after a try. 2xx is delivered; 410 parks it, since the channel is disabled with it; all
 * else, redirects included, is tried again by the schedule or when `Retry-After` says so, whichever is later. Tests
 * are tried once. `random` is from 0 to 1.
 */
export function planNextAttempt(
  delivery: { triesUsed: number; isTest: boolean },
  outcome: Outcome,
  schedule: RetrySchedule,
  random: number,
): AttemptPlan {
  if (hasSucceeded(outcome)) return { state: "DELIVERED", nextAttemptAt: null };
  const delayMs = schedule.retryDelaysMs[delivery.triesUsed + 1];
  if (delivery.isTest) return { state: "DEAD", nextAttemptAt: null };
  if (outcome.status === 410) return { state: "PARKED", nextAttemptAt: null };
  if (delayMs === undefined) return { state: "DEAD", nextAttemptAt: null };
  const waitMs = Math.max(delayMs * (1 + JITTER * random), retryAfterMs(outcome, schedule) ?? 0);
  return { state: "PENDING", nextAttemptAt: new Date(outcome.at.getTime() + Math.round(waitMs)) };
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
 * How a try changes a channel. A success heals it. 410 disables it at once, and so does failing for five days without
 * one success; at half and at nine tenths of that the Super Admins are warned.
 */
export function nextChannelHealth(
  before: ChannelHealth,
  outcome: Outcome,
  schedule: RetrySchedule,
): { health: ChannelHealth; warning: number | null; disable: string | null } {
  if (hasSucceeded(outcome)) return { health: HEALTHY, warning: null, disable: null };
  const { at, status } = outcome;
  const failingSince = before.failingSince ?? at;
  const failureStreak = before.failureStreak + 1;
  const share = (at.getTime() - failingSince.getTime()) / schedule.disableAfterMs;
  const warningsGiven = Math.max(before.warningsGiven, WARNING_SHARES.filter((due) => share >= due).length);
  return {
    health: {
      failingSince,
      failureStreak,
      warningsGiven,
      holdUntil: holdUntil(failureStreak, outcome, schedule),
    },
    warning: warningsGiven > before.warningsGiven ? (WARNING_SHARES[warningsGiven - 1] ?? null) : null,
    disable:
      status === 410
        ? "The receiver answered 410 Gone."
        : share >= 1
          ? "Every attempt failed for five days."
          : null,
  };
}

function holdUntil(streak: number, outcome: Outcome, schedule: RetrySchedule): Date | null {
  const doublings = streak - SLOWDOWN_STREAK;
  const slowedMs =
    doublings < 0 ? 0 : Math.min(schedule.minBackoffMs * 2 ** Math.min(doublings, 20), schedule.maxBackoffMs);
  const minBackoffMs = Math.max(slowedMs, retryAfterMs(outcome, schedule) ?? 0);
  return minBackoffMs > 0 ? new Date(outcome.at.getTime() + minBackoffMs) : null;
}

/** How long the receiver asks us to wait: seconds or a date; only of answers that may ask for it. */
function retryAfterMs(
  { status, retryAfter, at }: Outcome,
  { maxRetryAfterMs }: RetrySchedule,
): number | null {
  if (retryAfter === null || (status !== 429 && status !== 503)) return null;
  const asked = /^\d{1,10}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND_MS
    : Date.parse(retryAfter) - at.getTime();
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, 0), maxRetryAfterMs);
}
