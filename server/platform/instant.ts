/** PostgreSQL's text of an instant, `2026-03-01 09:30:00.5+00`, as RFC 3339 with milliseconds. */
export function isoInstant(text: string): string {
  if (!text.endsWith("+00")) return new Date(text).toISOString();
  const time = text.slice(11, -3);
  return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, "0")}Z`;
}
