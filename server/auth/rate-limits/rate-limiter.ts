import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { processSingleton } from "@/db/client.ts";
import { databaseNow } from "@/db/clock.ts";
import { env } from "@/server/core/env/env.ts";
import { log } from "@/server/core/log.ts";
import { AppError } from "@/shared/errors.ts";
import { addToSharedCounts } from "./shared-rate-limits.ts";

/**
 * Rate limits at scale 1: requests (`points`) in a window of `seconds`. Tokens count by token, workers by secret, calls
 * of pages by person, and callers without a valid credential by address.
 */
export const RATE_LIMITS = {
  publish: { points: 60, seconds: 60 },
  archives: { points: 60, seconds: 60 },
  // Decoding the largest image takes seconds of CPU.
  images: { points: 20, seconds: 60 },
  write: { points: 300, seconds: 60 },
  read: { points: 3_000, seconds: 60 },
  report: { points: 30_000, seconds: 60 },
  anonymous: { points: 300, seconds: 60 },
  "trpc-query": { points: 3_000, seconds: 60 },
  "trpc-mutation": { points: 300, seconds: 60 },
  "trpc-anonymous": { points: 300, seconds: 60 },
  page: { points: 600, seconds: 60 },
  "sign-in-account": { points: 100, seconds: 900 },
  "sign-in-account-address": { points: 10, seconds: 900 },
  "sign-in-address": { points: 60, seconds: 900 },
  "sign-in-device": { points: 10, seconds: 900 },
  /** Exact, since a six-digit code can be guessed: each attempt is counted in the database before it is made. */
  "second-factor-account": { points: 10, seconds: 900, isExact: true },
  "passkey-address": { points: 120, seconds: 900 },
  "sign-up-address": { points: 10, seconds: 3_600 },
  /** Mails that warn an account of a sign-up with its address. */
  "sign-up-mail": { points: 5, seconds: 3_600 },
  /** Requests for reset links, by typed email address and by client address. */
  "reset-account": { points: 5, seconds: 3_600 },
  "reset-address": { points: 30, seconds: 3_600 },
  /** Visits to links from mails, by client address. */
  "email-link-address": { points: 60, seconds: 900 },
  /** Requests to mail a link, by user or Super Admin. */
  "email-link-user": { points: 5, seconds: 3_600 },
  "invitation-mail": { points: 50, seconds: 3_600 },
  "report-address": { points: 5, seconds: 3_600 },
  "invitation-address": { points: 60, seconds: 900 },
  export: { points: 30, seconds: 60 },
  "create-tenant": { points: 10, seconds: 86_400 },
} as const;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** State of a client within a limit. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Interval in which the counts of all processes are synchronized. */
const SYNC_INTERVAL_MS = 1_000;

/**
 * Counts one request of `subject` against a limit. Counted in memory, so a poll costs no round trip; processes
 * synchronize through the database every second, at once for an exact limit, and count alone while it is unreachable.
 * @throws AppError `RATE_LIMITED` with the next allowed time
 */
export async function consumeRateLimit(name: RateLimitName, subject: string): Promise<RateLimitState> {
  const limiter = getLimiter(name);
  limiter.unsynced.set(subject, (limiter.unsynced.get(subject) ?? 0) + 1);
  limiter.timer ??= setTimeout(() => void synchronize(limiter), SYNC_INTERVAL_MS).unref();
  try {
    const state = await limiter.memory.consume(subject);
    if (!("isExact" in RATE_LIMITS[name])) return rateLimit(limiter, state);
    await synchronize(limiter);
    const everywhere = (await limiter.memory.get(subject)) ?? state;
    if (everywhere.consumedPoints > limiter.points) throw everywhere;
    return rateLimit(limiter, everywhere);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw limited(limiter, refusal);
  }
}

/** Refund of one counted request, such as a successful sign-in. */
export async function refundRateLimit(name: RateLimitName, subject: string): Promise<void> {
  const limiter = getLimiter(name);
  limiter.unsynced.set(subject, (limiter.unsynced.get(subject) ?? 0) - 1);
  await limiter.memory.reward(subject);
}

export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitState): Record<string, string> {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  };
}

interface Limiter {
  name: RateLimitName;
  points: number;
  memory: RateLimiterMemory;
  unsynced: Map<string, number>;
  timer: NodeJS.Timeout | undefined;
}

function getLimiter(name: RateLimitName): Limiter {
  return processSingleton(`rate-limit-${name}`, () => {
    const { seconds, points: atScaleOne } = RATE_LIMITS[name];
    const points = Math.max(1, Math.floor(atScaleOne * env().RATE_LIMIT_SCALE));
    const memory = new RateLimiterMemory({ points, duration: seconds });
    return { name, points, memory, unsynced: new Map(), timer: undefined };
  });
}

async function synchronize(limiter: Limiter): Promise<void> {
  const counted = new Map([...limiter.unsynced].map(([subject, count]) => [keyOf(limiter, subject), count]));
  const subjects = [...limiter.unsynced.keys()];
  limiter.unsynced.clear();
  limiter.timer = undefined;
  try {
    const everywhere = await addToSharedCounts(counted, RATE_LIMITS[limiter.name].seconds);
    for (const subject of subjects) {
      const here = await limiter.memory.get(subject);
      const elsewhere = (everywhere.get(keyOf(limiter, subject)) ?? 0) - (here?.consumedPoints ?? 0);
      if (here && elsewhere > 0) await limiter.memory.penalty(subject, elsewhere);
    }
  } catch (error) {
    log().debug({ err: error, limit: limiter.name }, "rate limits were not synchronized");
  }
}

const keyOf = ({ name }: Limiter, subject: string): string => `${name}:${subject}`;

const rateLimit = (limiter: Limiter, state: RateLimiterRes): RateLimitState => ({
  limit: limiter.points,
  remaining: Math.max(0, state.remainingPoints),
  resetSeconds: Math.ceil(state.msBeforeNext / 1000),
});

function limited(limiter: Limiter, state: RateLimiterRes): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  const next = new Date(databaseNow().getTime() + retryAfterSeconds * 1000).toISOString();
  return new AppError("RATE_LIMITED", `Too many requests. Try again at ${next}.`, {
    retryAfterSeconds,
    headers: rateLimitHeaders(rateLimit(limiter, state)),
  });
}
