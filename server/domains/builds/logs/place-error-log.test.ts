import { describe, expect, it } from "vitest";
import { findText, MAX_OUTPUT_AFTER, placeErrorLog } from "./policy.ts";

describe("placeErrorLog", () => {
  it.each([
    [
      "the end of the build log",
      "one\ntwo\nthree\nfour\n",
      "three\nfour",
      { offset: 2, rest: "", isSeparate: false },
    ],
    ["all of it", "one\ntwo\n", "one\ntwo\n", { offset: 0, rest: "", isSeparate: false }],
    ["a part, with output after it", "a\nb\nc\nd\n", "b\nc", { offset: 1, rest: "", isSeparate: false }],
    ["what goes on", "one\ntwo\nthr", "two\nthree\nfour", { offset: 1, rest: "ee\nfour", isSeparate: false }],
    ["no end of a line by chance", "one\ntwo", "wo\nx", { offset: 2, rest: "\nwo\nx", isSeparate: true }],
    ["another text", "one\n", "lost worker", { offset: 1, rest: "lost worker", isSeparate: true }],
    ["the only log", "", "lost worker\n", { offset: 0, rest: "lost worker\n", isSeparate: false }],
    ["a log with NUL", "a\0\nb\n", "a\uFFFD\nb", { offset: 0, rest: "", isSeparate: false }],
    ["blank", "one\n", " \n", { offset: 1, rest: "", isSeparate: false }],
  ])("%s", (_, buildLog, errorLog, place) => {
    expect(placeErrorLog(buildLog, errorLog)).toEqual(place);
  });

  it("continues a log from inside a line, if the overlap is long", () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}\n`).join("");
    expect(placeErrorLog(lines, `${lines.slice(3)}end`)).toEqual({
      offset: 0,
      rest: "end",
      isSeparate: false,
    });
    expect(placeErrorLog(lines, `${lines.slice(-250)}end`)).toMatchObject({ rest: "end", isSeparate: false });
    expect(placeErrorLog(lines, `${lines.slice(-150)}end`)).toMatchObject({ isSeparate: true });
  });

  it("takes a log that repeats one line", () => {
    const text = "again\n".repeat(200_000);
    expect(placeErrorLog(`${text}x`, `${text}y`)).toMatchObject({ offset: 200_001, isSeparate: true });
    expect(placeErrorLog(text, `${text}end`)).toEqual({ offset: 0, rest: "end", isSeparate: false });
  });
});

it.each([
  ["abcab", "cabx", -1, 3],
  ["aaaa", "aab", -1, 2],
  ["aab", "aab", 0, 3],
  ["aabaab", "aab", 3, 3],
  ["aabaabx", "aab", 3, 0],
  ["", "a", -1, 0],
])("finds in %j the last %j", (log, text, foundAt, overlap) => {
  expect(findText(log, text)).toEqual({ foundAt, overlap });
});

it("finds an error log within the end of a log", () => {
  const after = "x".repeat(MAX_OUTPUT_AFTER - 1);
  expect(placeErrorLog(`one\ntwo\n${after}`, "two\n")).toEqual({ offset: 1, rest: "", isSeparate: false });
  expect(placeErrorLog(`one\ntwo\n\n${after}`, "two\n")).toMatchObject({ isSeparate: true });
});

it("places an error log in one that repeats itself within a moment", () => {
  const place = placeErrorLog("a".repeat(1_000_000), `${"a".repeat(500_000)}b`);
  expect(place).toEqual({ offset: 0, rest: "b", isSeparate: false });
});
