/** Point in time as a date, an ISO string or milliseconds. */
export type TimeValue = Date | string | number;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WHOLE = new Intl.NumberFormat("en");

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

/** Non-breaking space: a number and its unit stay on one line. */
const NBSP = "\u00a0";

/** "3 minutes ago", "in 2 hours"; a date from 30 days on. */
export function formatRelative(value: TimeValue, now: number, timeZone?: string): string {
  const at = toMs(value);
  const distance = Math.abs(now - at);
  if (distance < 45 * SECOND) return "just now";
  if (distance >= 30 * DAY) return formatDate(at, now, timeZone);
  const words = formatDistance(distance);
  return at > now ? `in ${words}` : `${words} ago`;
}

/** Relative time of what is still to come: "in 3 minutes", "within a minute"; "now" once it is due. */
export function formatUpcoming(value: TimeValue, now: number, timeZone?: string): string {
  const left = toMs(value) - now;
  if (left >= 45 * SECOND) return formatRelative(value, now, timeZone);
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
  const ms = Math.max(0, durationMs);
  if (ms < SECOND) return `${Math.round(ms)}ms`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`;
  if (ms < HOUR) return pair(ms, MINUTE, "m", SECOND, "s", 2);
  if (ms < DAY) return pair(ms, HOUR, "h", MINUTE, "m", 2);
  return pair(ms, DAY, "d", HOUR, "h", 1);
}

/** Decimal units with three digits: "48.2 MB". Also takes the digit strings of REST. */
export function formatBytes(value: string | number | bigint): string {
  const bytes = Number(value);
  const units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
  let amount = bytes;
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const decimals = unit === 0 || amount >= 99.95 ? 0 : 1;
  return `${amount.toFixed(decimals)}${NBSP}${units[unit]}`;
}

export function formatNumber(value: number | bigint): string {
  return WHOLE.format(value);
}

/** "1 file", "1,204 files". */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)}${NBSP}${count === 1 ? singular : plural}`;
}

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
  const [count, unit] = toLargestUnit(ms);
  return `${count}${unit.charAt(0)}`;
}

function formatDistance(ms: number): string {
  const [count, unit] = toLargestUnit(ms);
  return formatCount(count, unit);
}

function toLargestUnit(ms: number): [count: number, unit: "minute" | "hour" | "day"] {
  if (ms < 59.5 * MINUTE) return [Math.max(1, Math.round(ms / MINUTE)), "minute"];
  if (ms < 23.5 * HOUR) return [Math.round(ms / HOUR), "hour"];
  return [Math.round(ms / DAY), "day"];
}

function pair(
  ms: number,
  large: number,
  largeUnit: string,
  small: number,
  smallUnit: string,
  digits: number,
) {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)}${largeUnit}${NBSP}${String(rest).padStart(digits, "0")}${smallUnit}`;
}

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
