import { describe, expect, test } from "vitest";
import { formatAge, formatApproximateDuration } from "./format.ts";
import type { OutputStream } from "./sanitize.ts";
import { createStyle, supportsColor } from "./style.ts";
import { formatTable } from "./table.ts";

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
])("formatApproximateDuration %j", (seconds, expected) => {
  expect(formatApproximateDuration(seconds)).toBe(expected);
});

test.each([
  ["2026-01-01T00:00:00.000Z", "just now"],
  ["2025-12-31T23:57:00.000Z", "3 minutes ago"],
  ["2025-12-31T00:00:00.000Z", "1 day ago"],
  ["2025-01-31T00:00:00.000Z", "2025-01-31"],
])("formatAge %j", (at, expected) => {
  expect(formatAge(at, Date.UTC(2026, 0, 1, 0, 0, 20))).toBe(expected);
});

describe("supportsColor", () => {
  const terminal = { isTTY: true } as OutputStream;
  const pipe = {} as OutputStream;

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
    expect(supportsColor(stream, env)).toBe(expected);
  });
});

test("a table is as wide as what stands in it, colored or not", () => {
  const { green } = createStyle({ isTTY: true } as OutputStream, {});
  const columns = [{ title: "#", isRight: true }, { title: "Status" }, { title: "Build" }];
  const rows = [
    ["128", green("COMPLETED"), "b"],
    ["7", "FAILED", "ü"],
  ];
  expect(formatTable(columns, rows, (text) => text).split("\n")).toEqual([
    "  #  Status     Build",
    `128  ${green("COMPLETED")}  b`,
    "  7  FAILED     ü",
  ]);
});
