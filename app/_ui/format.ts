import * as format from "@/shared/text/format.ts";
import { SECOND_MS } from "@/shared/time.ts";

/** Point in time as a date, an ISO string or milliseconds. */
export type TimeValue = Date | string | number;

const DATE_STYLES = {
  year: { year: "numeric" },
  day: { day: "numeric", month: "short" },
  dayAndYear: { day: "numeric", month: "short", year: "numeric" },
  minute: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  exact: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** "3 minutes ago", "in 2 hours"; a date from 30 days on. */
export function formatRelative(value: TimeValue, now: number, timeZone?: string): string {
  const at = toMs(value);
  const words = format.formatRelative(at, now);
  return words === null ? formatDate(at, now, timeZone) : keepTogether(words);
}

/** Relative time of what is still to come: "in 3 minutes", "within a minute"; "now" once it is due. */
export function formatUpcoming(value: TimeValue, now: number, timeZone?: string): string {
  const left = toMs(value) - now;
  if (left >= 45 * SECOND_MS) return formatRelative(value, now, timeZone);
  return left > 0 ? "within a minute" : "now";
}

/** "Nov 21, 2025, 09:05:12 GMT+1", in the reader's zone unless another is given. */
export function formatExact(value: TimeValue, timeZone?: string): string {
  return dateFormat("exact", timeZone).format(toMs(value));
}

/** "Nov 21, 09:05", in the reader's zone unless another is given. */
export function formatMinute(value: TimeValue, timeZone?: string): string {
  return dateFormat("minute", timeZone).format(toMs(value));
}

/** "850ms", "12s", "4m 12s", "1h 03m", "2d 4h". */
export function formatDuration(durationMs: number): string {
  if (durationMs < SECOND_MS) return `${Math.round(Math.max(0, durationMs))}ms`;
  return keepTogether(format.formatDuration(durationMs));
}

/** Decimal units with three digits: "48.2 MB". Also takes the digit strings of REST. */
export const formatBytes = (value: string | number | bigint): string =>
  keepTogether(format.formatBytes(value));

export const formatNumber = format.formatNumber;

/** "1 build", "1,204 builds". */
export const formatCount = (...count: Parameters<typeof format.formatCount>): string =>
  keepTogether(format.formatCount(...count));

/** "26–50 of 263": the rows of a page after `skipped` ones. */
export function formatRange(skipped: number, count: number, total: number): string {
  return `${formatNumber(skipped + 1)}–${formatNumber(skipped + count)} of ${formatNumber(total)}`;
}

/** Percentage of a ratio between 0 and 1; only 1 is "100%" and only 0 is "0%". */
export function formatPercent(ratio: number): string {
  const tenths = Math.round(ratio * 1000);
  const honest = Math.min(ratio < 1 ? 999 : 1000, Math.max(ratio > 0 ? 1 : 0, tenths));
  return `${(honest / 10).toFixed(honest % 10 === 0 ? 0 : 1)}%`;
}

function formatDate(at: number, now: number, timeZone: string | undefined): string {
  const yearOf = (time: number) => dateFormat("year", timeZone).format(time);
  return dateFormat(yearOf(at) === yearOf(now) ? "day" : "dayAndYear", timeZone).format(at);
}

/** Compact age of one unit: "5m", "10h", "6d". */
export function formatAge(ms: number): string {
  const [count, unit] = format.toLargestUnit(ms);
  return `${count}${unit.charAt(0)}`;
}

/** A number and its unit stay on one line. */
const keepTogether = (text: string): string => text.replace(/(\d[a-z]?) /g, "$1\u00a0");

/** Memoized: creating a format takes fifty times as long as using it. */
function dateFormat(style: keyof typeof DATE_STYLES, timeZone = ""): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  const kept = dateFormats.get(key);
  if (kept) return kept;
  const zone = timeZone === "" ? {} : { timeZone };
  const made = new Intl.DateTimeFormat("en-US", { ...DATE_STYLES[style], ...zone });
  dateFormats.set(key, made);
  return made;
}

function toMs(value: TimeValue): number {
  return new Date(value).getTime();
}
