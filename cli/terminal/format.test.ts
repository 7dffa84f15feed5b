import { describe, expect, test } from "vitest";
import { parseDuration } from "./duration.ts";
import { formatAge, formatBytes, formatDuration, formatSpan } from "./format.ts";
import { hasColour, styleOf } from "./style.ts";
import { formatTable } from "./table.ts";
import type { Output } from "./terminal.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [999_600, "1.0 MB"],
  ["48211903", "48.2 MB"],
])("formatBytes %j", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test.each([
  [400, "0 s"],
  [252_000, "4 m 12 s"],
  [3_780_000, "1 h 03 m"],
  [187_200_000, "2 d 4 h"],
])("formatDuration %j", (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});

test.each([
  [20, "a minute"],
  [21_600, "6 hours"],
  [86_400, "1 day"],
  [43_521, "12 hours"],
  [118_097, "33 hours"],
  [200_000, "2 days"],
  [5_000, "83 minutes"],
  [75, "a minute"],
  [120, "2 minutes"],
])("formatSpan %j", (seconds, expected) => {
  expect(formatSpan(seconds)).toBe(expected);
});

test.each([
  ["2026-01-01T00:00:00.000Z", "just now"],
  ["2025-12-31T23:57:00.000Z", "3 min ago"],
  ["2025-12-31T00:00:00.000Z", "1 d ago"],
  ["2025-01-31T00:00:00.000Z", "2025-01-31"],
])("formatAge %j", (at, expected) => {
  expect(formatAge(at, Date.UTC(2026, 0, 1, 0, 0, 20))).toBe(expected);
});

describe("parseDuration", () => {
  test.each([
    ["30s", 30_000],
    ["10m", 600_000],
    ["2h", 7_200_000],
  ])("takes %s", (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  test.each(["", "10", "m", "1.5h", "-1s", "10 m", "1d", "99999999s"])(
    "refuses %j as wrong usage",
    (text) => {
      expect(() => parseDuration(text)).toThrow(expect.objectContaining({ exitCode: 2 }));
    },
  );
});

describe("hasColour", () => {
  const terminal = { isTTY: true } as Output;
  const pipe = {} as Output;

  test.each([
    [terminal, {}, true],
    [pipe, {}, false],
    [terminal, { TERM: "dumb" }, false],
    [terminal, { NO_COLOR: "1" }, false],
    [terminal, { NO_COLOR: "" }, true],
    [pipe, { FORCE_COLOR: "1" }, true],
    [terminal, { FORCE_COLOR: "0" }, false],
    [pipe, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("%j with %j: %j", (stream, env, expected) => {
    expect(hasColour(stream, env)).toBe(expected);
  });
});

test("a table is as wide as what stands in it, coloured or not", () => {
  const { green } = styleOf({ isTTY: true } as Output, {});
  const columns = [{ title: "No", isRight: true }, { title: "State" }, { title: "Build" }];
  const rows = [
    ["128", green("COMPLETED"), "b"],
    ["7", "FAILED", "ü"],
  ];
  expect(formatTable(columns, rows, (text) => text).split("\n")).toEqual([
    " No  State      Build",
    `128  ${green("COMPLETED")}  b`,
    "  7  FAILED     ü",
  ]);
});
