export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Period before the end of an API token in which its owner is warned. */
export const TOKEN_WARNING_MS = 7 * DAY_MS;

const UNIT_MS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Duration of a whole number of units, such as `30s`, `10m` or `2h`, in milliseconds; null if it has none of the units. */
export function parseDuration(text: string, units: readonly (keyof typeof UNIT_MS)[]): number | null {
  const [, count, unit] = /^(\d{1,6})([a-z])$/.exec(text) ?? [];
  const known = units.find((each) => each === unit);
  return known ? Number(count) * UNIT_MS[known] : null;
}

/**
 * Delay of a `Retry-After` header in milliseconds: seconds, also with a fraction, or an HTTP date (RFC 9110, 10.2.3). Null
 * if it is missing or invalid. Not `Date.parse` of any text, which takes "2030" and "5, 10" for dates.
 */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | null {
  const value = header?.trim() ?? "";
  if (/^\d{1,10}(?:\.\d{1,9})?$/.test(value)) return Number(value) * 1_000;
  if (!HTTP_DATE.test(value)) return null;
  // The form of asctime names no zone; it is UTC, too.
  const time = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  return Number.isNaN(time) ? null : Math.max(0, time - nowMs);
}

/** The three forms of an HTTP date (RFC 9110, 5.6.7): each begins with the day of the week. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? [\w :-]{10,30}$/;
