import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/shared/time.ts";

/** Delays before the second, third, … attempt. Servers that use greylisting accept the mail after some minutes. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
];

/** Time of the next attempt. Null after the last one, or if the mail expires before. */
export function planRetry(
  { triesUsed, expiresAt }: { triesUsed: number; expiresAt: Date | null },
  now: Date,
): Date | null {
  const delayMs = RETRY_DELAYS_MS[triesUsed - 1];
  if (delayMs === undefined) return null;
  const at = new Date(now.getTime() + delayMs);
  return expiresAt !== null && at >= expiresAt ? null : at;
}
