const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Takes the strings of digits that the API uses for byte counts: "48.2 MB". */
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

/** "12 s", "4 m 12 s", "1 h 03 m", "2 d 4 h". */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return pair(ms, MINUTE, "m", SECOND, "s", 2);
  if (ms < DAY) return pair(ms, HOUR, "h", MINUTE, "m", 2);
  return pair(ms, DAY, "d", HOUR, "h", 1);
}

/** A rough span for a sentence: "6 hours", "1 day". */
export function formatSpan(seconds: number): string {
  const units = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
  ] as const;
  for (const [size, name] of units) {
    const count = Math.round(seconds / size);
    // "1 day" for a day and a half would promise too much.
    if (count >= 2 || Math.abs(seconds / size - 1) < 0.05) return formatCount(count, name);
  }
  return "a minute";
}

/** "just now", "3 min ago"; from thirty days on the date, which then says more. */
export function formatAge(at: string, now: number): string {
  const age = Math.max(0, now - Date.parse(at));
  if (age < 45 * SECOND) return "just now";
  if (age < 59.5 * MINUTE) return `${Math.max(1, Math.round(age / MINUTE))} min ago`;
  if (age < 23.5 * HOUR) return `${Math.round(age / HOUR)} h ago`;
  if (age < 30 * DAY) return `${Math.round(age / DAY)} d ago`;
  return at.slice(0, 10);
}

/** "1 file", "1,204 files". */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? singular : plural}`;
}

function pair(
  ms: number,
  large: number,
  largeUnit: string,
  small: number,
  smallUnit: string,
  digits: number,
) {
  const rest = String(Math.floor((ms % large) / small)).padStart(digits, "0");
  return `${Math.floor(ms / large)} ${largeUnit} ${rest} ${smallUnit}`;
}
