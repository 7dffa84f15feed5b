import { describe, expect, it } from "vitest";
import {
  findMatches,
  type LogQuery,
  MAX_MATCHES,
  matchesOfLine,
  NO_MATCHES,
  toMatchingLines,
  toPattern,
} from "./find-matches.ts";

const LINES = ["one Failed", "two", "failed (twice) failed", "größe 🚢", ""];

function search(query: LogQuery, lines = LINES) {
  const { pattern } = toPattern(query);
  return pattern ? findMatches(lines, pattern) : NO_MATCHES;
}
const literal = (text: string): LogQuery => ({ text, isRegex: false });
const regex = (text: string): LogQuery => ({ text, isRegex: true });

describe("findMatches", () => {
  it.each([
    [literal("failed"), [0, 2]],
    [literal("(twice)"), [2]],
    [literal(""), []],
    [literal("GRÖSSE"), []],
    [literal("größe"), [3]],
    [regex("^(one|two)"), [0, 1]],
    [regex("fail.*$"), [0, 2]],
    [regex("^.{7}$"), [3]],
    [regex("x*"), []],
    [regex("a\\-z|TWO"), [1]],
  ])("finds the lines of %j", (query, lines) => {
    expect(toMatchingLines(search(query))).toEqual(lines);
  });

  it("gives each match within its line", () => {
    const matches = search(literal("failed"));
    expect(matchesOfLine(matches, 0)).toEqual([[4, 10]]);
    expect(matchesOfLine(matches, 1)).toEqual([]);
    expect(matchesOfLine(matches, 2)).toEqual([
      [0, 6],
      [15, 21],
    ]);
    expect(matchesOfLine(matches, 9)).toEqual([]);
  });

  it("is bounded", () => {
    const matches = search(literal("a"), ["a".repeat(MAX_MATCHES + 1)]);
    expect(matches.ranges).toHaveLength(3 * MAX_MATCHES);
    expect(matches.isLimited).toBe(true);
  });
});

it.each(["(", "[a", "a**", "(?<n>a)(?<n>b)"])("names %s as an invalid expression", (text) => {
  const { pattern, problem } = toPattern(regex(text));
  expect(pattern).toBeUndefined();
  expect(problem).toMatch(/^Invalid expression: [a-z]/);
  expect(toPattern(literal(text)).problem).toBeUndefined();
});
