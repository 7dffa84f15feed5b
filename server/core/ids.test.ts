import { validate, version } from "uuid";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let newId: () => string;

// The module keeps its latest timestamp, which would move the identifiers of other tests into the future.
beforeEach(async () => {
  vi.resetModules();
  ({ newId } = await import("./ids.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

describe("identifiers", () => {
  it("are UUIDs of version 7, each greater than those before it", () => {
    const ids = Array.from({ length: 10_000 }, newId);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it("say when they were made", () => {
    vi.useFakeTimers({ now: new Date("2100-01-02T03:04:05.678Z") });
    const instant = Number.parseInt(newId().replaceAll("-", "").slice(0, 12), 16);
    expect(new Date(instant).toISOString()).toBe("2100-01-02T03:04:05.678Z");
  });

  it("go on growing when the clock is put back", () => {
    vi.useFakeTimers({ now: new Date("2200-01-01T00:00:00Z") });
    const before = newId();
    vi.setSystemTime(new Date("2150-01-01T00:00:00Z"));
    expect(newId() > before).toBe(true);
  });
});
