import { ConnectionLost, type Incoming } from "./transport.ts";

const MIN_BACKOFF_MS = 500;
const MOST_TRIES_WITHOUT_ANSWER = 5;
/** How long refusals for now are waited out, all in all. */
const LONGEST_PATIENCE_MS = 120_000;
const FOR_NOW = [429, 502, 503, 504];
const WORTH_ANOTHER_TRY = [
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
  outcome: Incoming | ConnectionLost;
  /** How many tries there were, this one included, and what was waited between them. */
  tries: number;
  waitedMs: number;
  now: number;
}

/** The pause before the next try; null when the outcome stands. */
export function pauseBefore({ outcome, tries, waitedMs, now }: Attempt): number | null {
  const backoffMs = MIN_BACKOFF_MS * 2 ** (tries - 1);
  if (outcome instanceof ConnectionLost) {
    const isWorthIt = WORTH_ANOTHER_TRY.includes(outcome.code) && tries < MOST_TRIES_WITHOUT_ANSWER;
    return isWorthIt ? backoffMs : null;
  }
  if (!FOR_NOW.includes(outcome.status) && !isStillRunning(outcome)) return null;
  if (isPermanent(outcome)) return null;
  const pauseMs = retryAfterMs(outcome.headers["retry-after"], now) ?? Math.min(backoffMs, 15_000);
  return waitedMs + pauseMs <= LONGEST_PATIENCE_MS ? pauseMs : null;
}

/** `Retry-After` as seconds or as a date. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (!header) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** A request with the same key that was cut off before is still being worked on. */
const isStillRunning = ({ status, text }: Incoming): boolean =>
  status === 409 && text.includes('"IDEMPOTENCY_CONFLICT"');

const isPermanent = ({ text }: Incoming): boolean => text.includes('"PROVIDER_NOT_CONFIGURED"');
