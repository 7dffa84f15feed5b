const SECONDS_PER_UNIT = { m: 60, h: 3_600, d: 86_400 } as const;
const MAX_LIFETIME_SECONDS = 365 * SECONDS_PER_UNIT.d;

/** Parses the lifetime of a token, such as `30m`, `12h` or `90d`, to seconds. Null if invalid or over `365d`. */
export function parseLifetimeSeconds(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * SECONDS_PER_UNIT[unit as keyof typeof SECONDS_PER_UNIT];
  return seconds <= MAX_LIFETIME_SECONDS ? seconds : null;
}
