import { describe, expect, it } from "vitest";
import { parseHash, toHash } from "../use-line-range.ts";
import { countCells, lineAtRow, measureWidestLine, toRowStarts } from "./log-rows.ts";
import { parseLog } from "./parse-log.ts";

const lines = parseLog(["short", "x".repeat(25), "", "漢字", "a\tb"].join("\n"));

const ALL = Int32Array.from(lines.keys());

describe("rowStartsOf", () => {
  it("gives every line one row unless lines are wrapped", () => {
    expect([...toRowStarts(lines, ALL)]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...toRowStarts(lines, ALL, 10)]).toEqual([0, 1, 4, 5, 6, 7]);
    expect([...toRowStarts([], Int32Array.of(), 10)]).toEqual([0]);
  });

  it("leaves out folded lines, and gives headers one row", () => {
    expect([...toRowStarts(lines, Int32Array.of(1, 4), 10)]).toEqual([0, 3, 4]);
    expect([...toRowStarts(lines, Int32Array.of(1, 4), 10, new Map([[1, {}]]))]).toEqual([0, 1, 2]);
  });
});

describe("lineAtRow", () => {
  it.each([
    [0, 0],
    [1, 1],
    [3, 1],
    [4, 2],
    [6, 4],
    [99, 4],
  ])("row %d belongs to line %d", (row, line) => {
    expect(lineAtRow(toRowStarts(lines, ALL, 10), row)).toBe(line);
  });
});

it("counts cells as a terminal does", () => {
  expect(lines.map(({ text }) => countCells(text))).toEqual([5, 25, 0, 4, 5]);
  expect(measureWidestLine(lines)).toBe(25);
});

describe("an address's lines", () => {
  it.each([
    ["#L12", { log: "", from: 12, to: 12 }],
    ["#error-L12", { log: "error", from: 12, to: 12 }],
    ["#build-L12-L20", { log: "build", from: 12, to: 20 }],
    ["#L20-12", { log: "", from: 12, to: 20 }],
    ["#main", undefined],
    ["#L", undefined],
    ["", undefined],
  ])("%s", (hash, range) => {
    expect(parseHash(hash)).toEqual(range);
  });

  it("are written as they are read", () => {
    for (const hash of ["#error-L1", "#error-L3-L9"]) {
      expect(toHash("error", parseHash(hash) ?? { from: 0, to: 0 })).toBe(hash);
    }
  });
});
