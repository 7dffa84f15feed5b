import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatBytes,
  formatCount,
  formatDuration,
  formatExact,
  formatNumber,
  formatPercent,
  formatRange,
  formatRelative,
  formatUpcoming,
} from "./format";

const now = Date.UTC(2025, 10, 21, 8, 0, 0);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("formatRelative", () => {
  it.each([
    [0, "just now"],
    [44 * SECOND, "just now"],
    [45 * SECOND, "1 minute ago"],
    [3 * MINUTE, "3 minutes ago"],
    [59 * MINUTE + 40 * SECOND, "1 hour ago"],
    [2 * HOUR, "2 hours ago"],
    [23 * HOUR + 40 * MINUTE, "1 day ago"],
    [29 * DAY, "29 days ago"],
    [-2 * HOUR, "in 2 hours"],
    [-10 * SECOND, "just now"],
    [40 * DAY, "Oct 12"],
    [400 * DAY, "Oct 17, 2024"],
    [-60 * DAY, "Jan 20, 2026"],
  ])("%d ms before now is %s", (ageMs, expected) => {
    expect(plain(formatRelative(now - ageMs, now, "UTC"))).toBe(expected);
  });

  it.each([
    [2 * HOUR, "in 2 hours"],
    [45 * SECOND, "in 1 minute"],
    [44 * SECOND, "within a minute"],
    [0, "now"],
    [-2 * HOUR, "now"],
  ])("%d ms to come is %s", (leftMs, expected) => {
    expect(plain(formatUpcoming(now + leftMs, now, "UTC"))).toBe(expected);
  });

  it("leaves out the year that the reader's zone has now", () => {
    const newYear = Date.UTC(2025, 11, 31, 16);
    expect(plain(formatRelative(newYear, Date.UTC(2026, 1, 10), "Asia/Tokyo"))).toBe("Jan 1");
    expect(plain(formatRelative(newYear, Date.UTC(2026, 1, 10), "UTC"))).toBe("Dec 31, 2025");
  });

  it("takes dates and ISO strings", () => {
    expect(plain(formatRelative(new Date(now - HOUR), now))).toBe("1 hour ago");
    expect(plain(formatRelative("2025-11-21T07:00:00Z", now))).toBe("1 hour ago");
  });
});

describe("formatExact", () => {
  it("says the zone", () => {
    expect(formatExact(now, "UTC")).toBe("Nov 21, 2025, 08:00:00 UTC");
    expect(formatExact(now, "Asia/Tokyo")).toBe("Nov 21, 2025, 17:00:00 GMT+9");
  });
});

describe("formatAge", () => {
  it.each([
    [SECOND, "1m"],
    [59 * MINUTE, "59m"],
    [10 * HOUR, "10h"],
    [6 * DAY, "6d"],
  ])("%d ms is %s", (ms, expected) => {
    expect(formatAge(ms)).toBe(expected);
  });
});

describe("formatDuration", () => {
  it.each([
    [-5, "0ms"],
    [850, "850ms"],
    [12_400, "12s"],
    [4 * MINUTE + 12 * SECOND, "4m 12s"],
    [9 * MINUTE + 3 * SECOND, "9m 03s"],
    [HOUR + 3 * MINUTE, "1h 03m"],
    [2 * DAY + 4 * HOUR, "2d 4h"],
  ])("%d ms is %s", (durationMs, expected) => {
    expect(plain(formatDuration(durationMs))).toBe(expected);
  });
});

describe("formatBytes", () => {
  it.each([
    ["0", "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    ["48211903", "48.2 MB"],
    [999_600, "1.0 MB"],
    [482_119_030, "482 MB"],
    [9_223_372_036_854_775_807n, "9.2 EB"],
  ])("%s is %s", (bytes, expected) => {
    expect(plain(formatBytes(bytes))).toBe(expected);
  });
});

describe("numbers", () => {
  it("are grouped and carry their unit", () => {
    expect(formatNumber(1_204_000)).toBe("1,204,000");
    expect(plain(formatCount(1, "build"))).toBe("1 build");
    expect(plain(formatCount(1204, "build"))).toBe("1,204 builds");
    expect(plain(formatCount(0, "entry", "entries"))).toBe("0 entries");
  });

  it("shows the rows of a page", () => {
    expect(formatRange(25, 25, 1263)).toBe("26–50 of 1,263");
  });

  it.each([
    [0, "0%"],
    [0.0001, "0.1%"],
    [0.5, "50%"],
    [0.982, "98.2%"],
    [0.99999, "99.9%"],
    [1, "100%"],
  ])("the ratio %d is %s", (ratio, expected) => {
    expect(formatPercent(ratio)).toBe(expected);
  });
});

function plain(text: string): string {
  return text.replaceAll("\u00a0", " ");
}
