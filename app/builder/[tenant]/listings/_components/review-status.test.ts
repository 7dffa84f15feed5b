import { describe, expect, it } from "vitest";
import { describeDue, describeTypicalWait } from "./review-status";

const HOUR = 3_600;
const wait = { p50: 6 * HOUR, p90: 3 * 24 * HOUR };
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("describeTypicalWait", () => {
  it("gives both quantiles in one unit each", () => {
    expect(plain(describeTypicalWait(wait))).toContain("within 6 h, nine of ten within 3 d");
    expect(plain(describeTypicalWait({ p50: 40, p90: 5_000 }))).toContain(
      "within 1 min, nine of ten within 83 min",
    );
  });

  it("states that there are too few decisions for an estimate", () => {
    expect(describeTypicalWait(null)).toContain("Too few");
  });
});

describe("describeDue", () => {
  it.each([
    [1, "Due in 3 d"],
    [30, "Due in 42 h"],
    [71.5, "Due in 30 min"],
    [73, "takes longer"],
  ])("after %d hours says '%s'", (hours, expected) => {
    expect(plain(describeDue(0, wait, hours * HOUR * 1000))).toContain(expected);
  });
});
