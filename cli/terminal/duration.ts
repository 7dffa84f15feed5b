import { wrongUsage } from "../failure.ts";

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `30s`, `10m` or `2h` in milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit ?? ""];
  if (!amount || !unitMs) {
    throw wrongUsage(
      `"${text}" is no duration.`,
      "Write a whole number and s, m or h, such as 30s, 10m or 2h.",
    );
  }
  return Number(amount) * unitMs;
}
