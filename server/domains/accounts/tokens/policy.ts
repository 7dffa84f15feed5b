import { DAY_MS, parseDuration, SECOND_MS } from "@/shared/time.ts";

const MAX_LIFETIME_MS = 365 * DAY_MS;

/** Parses the lifetime of a token, such as `30m`, `12h` or `90d`, to seconds. Null if invalid or over `365d`. */
export function parseLifetimeSeconds(text: string): number | null {
  const lifetimeMs = text.startsWith("0") ? null : parseDuration(text, ["m", "h", "d"]);
  return lifetimeMs !== null && lifetimeMs <= MAX_LIFETIME_MS ? lifetimeMs / SECOND_MS : null;
}
