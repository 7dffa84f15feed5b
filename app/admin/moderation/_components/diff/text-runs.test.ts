import { describe, expect, it } from "vitest";
import { revealHidden } from "./revealed";
import { splitRuns } from "./text-runs";

describe("runsOf", () => {
  it("cuts where either the change or the kind of code changes", () => {
    const pieces = [
      { text: "const a", isChanged: false },
      { text: "bc = 1", isChanged: true },
    ];
    const tokens = [
      { length: 5, kind: "keyword" as const },
      { length: 5 },
      { length: 3, kind: "constant" as const },
    ];
    expect(splitRuns(pieces, tokens).runs).toEqual([
      { text: "const", isChanged: false, kind: "keyword" },
      { text: " a", isChanged: false, kind: undefined },
      { text: "bc ", isChanged: true, kind: undefined },
      { text: "= 1", isChanged: true, kind: "constant" },
    ]);
  });

  it("truncates long runs and returns the number of dropped characters", () => {
    const { runs, left } = splitRuns([{ text: "x".repeat(250_000), isChanged: false }]);
    expect(runs.map(({ text }) => text.length)).toEqual([2_000]);
    expect(left).toBe(248_000);
  });
});

describe("revealHidden", () => {
  it("shows what turns the order of characters around", () => {
    expect(revealHidden("if (a\u202e b\u2066)")).toEqual([
      { text: "if (a", isHidden: false },
      { text: "U+202E", isHidden: true },
      { text: " b", isHidden: false },
      { text: "U+2066", isHidden: true },
      { text: ")", isHidden: false },
    ]);
    expect(revealHidden("\tplain")).toEqual([{ text: "\tplain", isHidden: false }]);
  });
});
