import { formatBytes, formatCount, formatRelative } from "@/shared/text/format.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/shared/time.ts";

/** Approximate duration for a sentence: "6 hours", "1 day". */
export function formatApproximateDuration(seconds: number): string {
  const units = [
    [DAY_MS, "day"],
    [HOUR_MS, "hour"],
    [MINUTE_MS, "minute"],
  ] as const;
  for (const [unitMs, name] of units) {
    const amount = (seconds * SECOND_MS) / unitMs;
    // "1 day" would be too short for a day and a half.
    if (Math.round(amount) >= 2 || Math.abs(amount - 1) < 0.05) return formatCount(Math.round(amount), name);
  }
  return "a minute";
}

/** Relative time: "just now", "3 minutes ago"; a date after 30 days. */
export const formatAge = (at: string, now: number): string =>
  formatRelative(Math.min(Date.parse(at), now), now) ?? at.slice(0, 10);

/** Time for programs, to the second: "2026-01-31T09:20:30Z". */
export const formatInstant = (at: string): string => at.replace(/\.\d{3}Z$/, "Z");

/** Time for people, in UTC: "2026-01-31 09:20 UTC". */
export const formatMinute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** "12 files, 48.2 kB". */
export const formatFileSize = (fileCount: number, sizeBytes: number): string =>
  `${formatCount(fileCount, "file")}, ${formatBytes(sizeBytes)}`;
