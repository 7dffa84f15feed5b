import type { TypicalWait } from "@/server/domains/listings/policy.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Percentiles of the wait as a sentence; empty while too few listings are decided. */
export const describeTypicalWait = (wait: TypicalWait | null): string =>
  wait ? `Typical time to decision: p50 ${formatWait(wait.p50)}, p90 ${formatWait(wait.p90)}.` : "";

/** Wait of some seconds in its largest fitting unit, such as "42h". */
export function formatWait(seconds: number): string {
  if (seconds < 1.5 * HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))}m`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)}h`;
  return `${Math.round(seconds / DAY)}d`;
}
