import { describe, expect, it } from "vitest";
import { describeTypicalWait, formatWait } from "./typical-wait.ts";

const HOUR = 3_600;
const wait = { p50: 6 * HOUR, p90: 3 * 24 * HOUR };
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("describeTypicalWait", () => {
  it("gives both quantiles in one unit each", () => {
    expect(plain(describeTypicalWait(wait))).toContain("p50 6h, p90 3d");
    expect(plain(describeTypicalWait({ p50: 40, p90: 5_000 }))).toContain("p50 1m, p90 83m");
  });

  it("is empty while there are too few decisions for an estimate", () => {
    expect(describeTypicalWait(null)).toBe("");
  });
});

describe("formatWait", () => {
  it.each([
    [72, "3d"],
    [42, "42h"],
    [0.5, "30m"],
  ])("writes %d hours as %s", (hours, expected) => {
    expect(plain(formatWait(hours * HOUR))).toBe(expected);
  });
});
