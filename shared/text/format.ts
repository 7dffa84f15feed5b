import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/shared/time.ts";

const WHOLE = new Intl.NumberFormat("en");
const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];

/** "1,204". */
export const formatNumber = (value: number | bigint): string => WHOLE.format(value);

/** "1 build", "1,204 builds". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;

/** Decimal units with three digits: "48.2 MB". Also takes the digit strings of REST. */
export function formatBytes(value: string | number | bigint): string {
  let amount = Number(value);
  let unit = 0;
  while (amount >= 999.5 && unit < BYTE_UNITS.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${amount.toFixed(unit === 0 || amount >= 99.95 ? 0 : 1)} ${BYTE_UNITS[unit]}`;
}

const KIB = 1_024;

/** Limit of a size in its largest whole unit: "512 KiB", "20 MiB", "1,000 bytes". */
export function formatSizeLimit(bytes: number): string {
  if (bytes % KIB !== 0) return `${formatNumber(bytes)} bytes`;
  const kib = bytes / KIB;
  return kib % KIB === 0 ? `${formatNumber(kib / KIB)} MiB` : `${formatNumber(kib)} KiB`;
}

/** "12s", "4m 12s", "1h 03m", "2d 4h". */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  const pair = (largeMs: number, largeUnit: string, smallMs: number, smallUnit: string, digits = 2) => {
    const rest = String(Math.floor((ms % largeMs) / smallMs)).padStart(digits, "0");
    return `${Math.floor(ms / largeMs)}${largeUnit} ${rest}${smallUnit}`;
  };
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)}s`;
  if (ms < HOUR_MS) return pair(MINUTE_MS, "m", SECOND_MS, "s");
  if (ms < DAY_MS) return pair(HOUR_MS, "h", MINUTE_MS, "m");
  return pair(DAY_MS, "d", HOUR_MS, "h", 1);
}

/** Duration rounded to one unit. */
export function toLargestUnit(ms: number): [count: number, unit: "minute" | "hour" | "day"] {
  if (ms < 59.5 * MINUTE_MS) return [Math.max(1, Math.round(ms / MINUTE_MS)), "minute"];
  if (ms < 23.5 * HOUR_MS) return [Math.round(ms / HOUR_MS), "hour"];
  return [Math.round(ms / DAY_MS), "day"];
}

/** "just now", "3 minutes ago", "in 2 hours"; null at a distance of 30 days and more, where a date says more. */
export function formatRelative(atMs: number, nowMs: number): string | null {
  const distance = Math.abs(nowMs - atMs);
  if (distance < 45 * SECOND_MS) return "just now";
  if (distance >= 30 * DAY_MS) return null;
  const words = formatCount(...toLargestUnit(distance));
  return atMs > nowMs ? `in ${words}` : `${words} ago`;
}
