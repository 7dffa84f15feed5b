const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Bytes in decimal units: "48.2 MB". Accepts the digit strings that the API uses. */
export function formatBytes(value: number | string): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let amount = Number(value);
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${amount.toFixed(unit === 0 || amount >= 99.95 ? 0 : 1)} ${units[unit]}`;
}

/** Exact duration: "12s", "4m 12s", "1h 03m", "2d 4h". */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  const rest = (unitMs: number, smallerMs: number, digits: number) =>
    String(Math.floor((ms % unitMs) / smallerMs)).padStart(digits, "0");
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m ${rest(MINUTE, SECOND, 2)}s`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)}h ${rest(HOUR, MINUTE, 2)}m`;
  return `${Math.floor(ms / DAY)}d ${rest(DAY, HOUR, 1)}h`;
}

/** Approximate duration for a sentence: "6 hours", "1 day". */
export function formatApproximateDuration(seconds: number): string {
  const units = [
    [DAY, "day"],
    [HOUR, "hour"],
    [MINUTE, "minute"],
  ] as const;
  for (const [unitMs, name] of units) {
    const amount = (seconds * SECOND) / unitMs;
    // "1 day" would be too short for a day and a half.
    if (Math.round(amount) >= 2 || Math.abs(amount - 1) < 0.05) return formatCount(Math.round(amount), name);
  }
  return "a minute";
}

/** Relative time: "just now", "3 minutes ago"; a date after 30 days. */
export function formatAge(at: string, now: number): string {
  const age = Math.max(0, now - Date.parse(at));
  if (age < 45 * SECOND) return "just now";
  if (age < 59.5 * MINUTE) return `${formatCount(Math.max(1, Math.round(age / MINUTE)), "minute")} ago`;
  if (age < 23.5 * HOUR) return `${formatCount(Math.round(age / HOUR), "hour")} ago`;
  if (age < 30 * DAY) return `${formatCount(Math.round(age / DAY), "day")} ago`;
  return at.slice(0, 10);
}

/** Time for programs, to the second: "2026-01-31T09:20:30Z". */
export const formatInstant = (at: string): string => at.replace(/\.\d{3}Z$/, "Z");

/** Time for people, in UTC: "2026-01-31 09:20 UTC". */
export const formatMinute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** "1 file", "1,204 files". */
export const formatCount = (count: number, singular: string): string =>
  `${count.toLocaleString("en")} ${singular}${count === 1 ? "" : "s"}`;

/** "12 files, 48.2 kB". */
export const formatFileSize = (fileCount: number, sizeBytes: number): string =>
  `${formatCount(fileCount, "file")}, ${formatBytes(sizeBytes)}`;
