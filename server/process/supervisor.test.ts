import { describe, expect, it } from "vitest";
import { addInterval, isHung, NO_SILENCE } from "./supervisor.ts";

/** Seconds without an answer until a process is killed; null if it lives after ten minutes. */
function secondsUntilKilled(look: (second: number) => { cpuMs: number; isRunnable: boolean } | null) {
  let silence = NO_SILENCE;
  for (let second = 1; second <= 600; second += 1) {
    silence = addInterval(silence, look(second));
    if (isHung(silence)) return second;
  }
  return null;
}

describe("a process that does not answer", () => {
  it("lives while it gets no processor time", () => {
    expect(secondsUntilKilled(() => ({ cpuMs: 4_000, isRunnable: true }))).toBeNull();
    // It also waits for threads that get none.
    expect(
      secondsUntilKilled((second) => ({ cpuMs: 4_000 + second * 10, isRunnable: second % 50 !== 0 })),
    ).toBeNull();
  });

  it("is killed after 16 s of a loop, and later where it gets a share of the processor only", () => {
    expect(secondsUntilKilled((second) => ({ cpuMs: second * 1_000, isRunnable: true }))).toBe(16);
    expect(secondsUntilKilled((second) => ({ cpuMs: second * 100, isRunnable: true }))).toBe(101);
  });

  it("is killed after 16 s of stillness, and where its activity cannot be read", () => {
    expect(secondsUntilKilled(() => ({ cpuMs: 4_000, isRunnable: false }))).toBe(16);
    expect(secondsUntilKilled(() => null)).toBe(16);
  });
});
