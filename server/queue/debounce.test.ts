import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { debounce } from "./debounce.ts";

const PACE = { delayMs: 40, intervalMs: 250 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs once for calls within the delay", async () => {
  const run = vi.fn(async () => undefined);
  for (let call = 0; call < 100; call += 1) debounce("moment", PACE, run);
  await vi.advanceTimersByTimeAsync(39);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledOnce();
});

it("runs once per interval during continuous calls, and after the delay following a pause", async () => {
  const run = vi.fn(async () => undefined);
  for (let ms = 0; ms < 1_000; ms += 10) {
    debounce("stream", PACE, run);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(run).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(1_000);
  const before = run.mock.calls.length;
  debounce("stream", PACE, run);
  await vi.advanceTimersByTimeAsync(40);
  expect(run).toHaveBeenCalledTimes(before + 1);
});

it("runs again after the current run, never concurrently", async () => {
  const ends: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((end) => ends.push(end)));
  debounce("slow", PACE, run);
  await vi.advanceTimersByTimeAsync(40);
  debounce("slow", PACE, run);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledOnce();
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
});
