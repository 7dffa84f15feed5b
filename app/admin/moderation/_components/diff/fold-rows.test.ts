import { describe, expect, it } from "vitest";
import { diffLines } from "./diff-lines";
import { foldRows, unifyRows } from "./fold-rows";

const numbered = (count: number, change?: { at: number; text: string }) =>
  Array.from({ length: count }, (_, i) => (i + 1 === change?.at ? change.text : `line ${i + 1}`)).join("\n");

describe("foldRows", () => {
  it("keeps what changed with three lines around it", () => {
    const folds = foldRows(diffLines(numbered(40), numbered(40, { at: 20, text: "other words entirely" })));
    expect(folds.map(({ isHidden, rows }) => [isHidden, rows.length])).toEqual([
      [true, 16],
      [false, 7],
      [true, 17],
    ]);
  });

  it("hides nothing that is hardly longer than what would stand in its place", () => {
    const folds = foldRows(diffLines(numbered(7), numbered(7, { at: 1, text: "x" })));
    expect(folds.every(({ isHidden }) => !isHidden)).toBe(true);
  });
});

describe("unifyRows", () => {
  it("has all that went before all that came", () => {
    const lines = unifyRows(diffLines("a\none x\ntwo x\nb", "a\none y\ntwo y\nb"));
    expect(lines.map(({ side, row }) => [side, row.kind])).toEqual([
      ["after", "same"],
      ["before", "changed"],
      ["before", "changed"],
      ["after", "changed"],
      ["after", "changed"],
      ["after", "same"],
    ]);
  });
});
