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
