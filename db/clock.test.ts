import { readdirSync, readFileSync } from "node:fs";
import type postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockSkewMs, databaseNow, isClockRight, measureClock } from "./clock.ts";

const NOW = Date.UTC(2026, 5, 1);
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Measures a database whose clock is ahead by `aheadMs`, and which responds after `durationMs`. */
const measure = (aheadMs: number, durationMs = 0) => {
  const sql = async () => {
    vi.advanceTimersByTime(durationMs);
    return [{ now: Date.now() + aheadMs - durationMs / 2 }];
  };
  return measureClock(sql as unknown as postgres.Sql);
};

describe("databaseNow", () => {
  it("follows the process's clock that is near the database's, and otherwise the database's", async () => {
    await measure(20);
    expect(databaseNow().getTime()).toBe(NOW);
    for (const aheadMs of [-HOUR_MS, HOUR_MS, 6_000]) {
      await measure(aheadMs);
      expect(databaseNow().getTime()).toBe(NOW + aheadMs);
      expect(clockSkewMs()).toBe(-aheadMs);
      expect(isClockRight()).toBe(false);
    }
    await measure(4_000);
    expect(isClockRight()).toBe(true);
  });

  it("keeps the time when the process's clock is set, and notices it at once", async () => {
    await measure(0);
    vi.setSystemTime(NOW + HOUR_MS);
    expect(databaseNow().getTime()).toBe(NOW);
    expect(isClockRight()).toBe(false);
  });

  it("takes the middle of a request, but keeps an estimate that a slow response does not refute", async () => {
    await measure(-HOUR_MS, 200);
    expect(clockSkewMs()).toBe(HOUR_MS);
    await measure(-HOUR_MS + 900, 2_000);
    expect(clockSkewMs()).toBe(HOUR_MS);
    await measure(-HOUR_MS + 900, 100);
    expect(clockSkewMs()).toBe(HOUR_MS - 900);
  });
});

/** Layers that date rows and compare their times. */
const LAYERS = ["auth", "core", "domains", "events", "http", "mail", "outbound", "queue"];

describe("the server", () => {
  it.each(LAYERS)("reads the time from its contexts or `databaseNow` in %s", (layer) => {
    const folder = new URL(`../server/${layer}/`, import.meta.url);
    const readers = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .filter((name) =>
        /new Date\(\)|\bDate\.now\b|timeOrigin/.test(readFileSync(new URL(name, folder), "utf8")),
      );
    expect(readers).toEqual([]);
  });
});
