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
