import { expect, test } from "vitest";
import { parseDuration } from "@/shared/time.ts";
import { formatBytes, formatCount, formatDuration, formatRelative, formatSizeLimit } from "./format.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [999_600, "1.0 MB"],
  ["48211903", "48.2 MB"],
  [482_119_030, "482 MB"],
  [9_223_372_036_854_775_807n, "9.2 EB"],
])("formatBytes %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test.each([
  [-5, "0s"],
  [400, "0s"],
  [252_000, "4m 12s"],
  [543_000, "9m 03s"],
  [3_780_000, "1h 03m"],
  [187_200_000, "2d 4h"],
])("formatDuration %j", (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});

test.each([
  [44_000, "just now"],
  [-10_000, "just now"],
  [45_000, "1 minute ago"],
  [84_000_000, "23 hours ago"],
  [85_000_000, "1 day ago"],
  [-7_200_000, "in 2 hours"],
  [30 * 86_400_000, null],
])("formatRelative %j ms before now", (ageMs, expected) => {
  expect(formatRelative(-ageMs, 0)).toBe(expected);
});

test.each([
  [1, "build", undefined, "1 build"],
  [1_204, "build", undefined, "1,204 builds"],
  [0, "entry", "entries", "0 entries"],
])("formatCount %d %s", (count, singular, plural, expected) => {
  expect(formatCount(count, singular, plural)).toBe(expected);
});

test.each([
  [1_000, "1,000 bytes"],
  [524_288, "512 KiB"],
  [20_971_520, "20 MiB"],
])("formatSizeLimit %d", (bytes, expected) => {
  expect(formatSizeLimit(bytes)).toBe(expected);
});

test.each([
  ["30s", 30_000],
  ["10m", 600_000],
  ["2h", 7_200_000],
  ["1d", null],
  ["1.5h", null],
  ["m", null],
  ["9999999s", null],
])("parseDuration %j in seconds, minutes or hours", (text, expected) => {
  expect(parseDuration(text, ["s", "m", "h"])).toBe(expected);
});
