import { parseRetryAfter } from "@/shared/text/retry-after.ts";
import { type HttpResult, isResponse } from "./http.ts";

const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
const MAX_NETWORK_ATTEMPTS = 5;
/** Limit on the total delay of one request. */
const MAX_TOTAL_DELAY_MS = 120_000;
const RETRYABLE_STATUSES = [429, 502, 503, 504];
const RETRYABLE_CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENETDOWN",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EHOSTUNREACH",
];

export interface Attempt {
  result: HttpResult;
  /** Number of this attempt, from 1. */
  attempt: number;
  totalDelayMs: number;
  now: number;
}

/** Retry policy: exponential backoff or `Retry-After`. @returns the delay before the next attempt; null for no retry */
export function getRetryDelay({ result, attempt, totalDelayMs, now }: Attempt): number | null {
  const backoffMs = MIN_DELAY_MS * 2 ** (attempt - 1);
  if (!isResponse(result)) {
    return RETRYABLE_CODES.includes(result.code) && attempt < MAX_NETWORK_ATTEMPTS ? backoffMs : null;
  }
  const { status, text, headers } = result;
  // An earlier attempt with the same idempotency key is still running.
  const isInProgress = status === 409 && text.includes('"IDEMPOTENCY_CONFLICT"');
  const isPermanent = text.includes('"PROVIDER_NOT_CONFIGURED"');
  if (isPermanent || !(isInProgress || RETRYABLE_STATUSES.includes(status))) return null;
  const delayMs = parseRetryAfter(headers["retry-after"], now) ?? Math.min(backoffMs, MAX_DELAY_MS);
  return totalDelayMs + delayMs <= MAX_TOTAL_DELAY_MS ? delayMs : null;
}
