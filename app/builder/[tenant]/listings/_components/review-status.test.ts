import { describe, expect, it } from "vitest";
import { describeDue, describeTypicalWait } from "./review-status";

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

describe("describeDue", () => {
  it.each([
    [1, "within 3d"],
    [30, "within 42h"],
    [71.5, "within 30m"],
    [73, "longer than usual"],
  ])("after %d hours says '%s'", (hours, expected) => {
    expect(plain(describeDue(0, wait, hours * HOUR * 1000))).toContain(expected);
  });
});
