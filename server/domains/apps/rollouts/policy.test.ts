import { describe, expect, it } from "vitest";
import { simulateRollouts } from "@/e2e/support/rollout-simulation.ts";
import { ROLLOUT_STATES } from "@/shared/vocabulary.ts";
import { fisherExact, nextRolloutState, ROLLOUT_ACTIONS, ringIntervalMs, shouldHold } from "./policy.ts";

const ROLLOUTS = { rollouts: 400, seed: 7 };

describe("shouldHold", () => {
  it.each([
    [{ before: [12, 0], after: [4, 4], failingApps: 4 }, true],
    [{ before: [12, 0], after: [4, 4], failingApps: 2 }, false],
    [{ before: [0, 0], after: [9, 9], failingApps: 9 }, false],
    [{ before: [40, 8], after: [40, 14], failingApps: 9 }, false],
    [{ before: [40, 8], after: [40, 24], failingApps: 20 }, true],
    // Significant, but by less than ten points.
    [{ before: [2_000, 40], after: [300, 24], failingApps: 20 }, false],
  ] as const)("%j is %s", ({ before, after, failingApps }, expected) => {
    const counts = ([builds, failed]: readonly [number, number]) => ({ builds, failed });
    expect(shouldHold({ before: counts(before), after: counts(after), failingApps })).toBe(expected);
  });

  it.each([0.02, 0.1, 0.3])("raises few false alarms at a failure rate of %d", (rate) => {
    for (const apps of [5, 20, 100]) {
      const independent = simulateRollouts({ apps, rate, broken: 0, streak: 0 }, ROLLOUTS);
      expect(independent.onHold).toBeLessThanOrEqual(0.04);
      const streaks = simulateRollouts({ apps, rate, broken: 0, streak: 0.5 }, ROLLOUTS);
      expect(streaks.onHold).toBeLessThanOrEqual(0.08);
    }
  });

  it.each([0.02, 0.1, 0.3])("finds what breaks builds at a failure rate of %d", (rate) => {
    const simulate = (apps: number, broken: number) =>
      simulateRollouts({ apps, rate, broken, streak: 0 }, ROLLOUTS);
    expect(simulate(5, 1).onHold).toBeGreaterThan(0.9);
    expect(simulate(20, 0.4).onHold).toBeGreaterThan(0.9);
    expect(simulate(20, 1).medianBuilds).toBeLessThanOrEqual(6);
    expect(simulate(100, 0.2).onHold).toBeGreaterThan(0.9);
  });
});

it("computes Fisher’s exact test", () => {
  // The lady tasting tea: 3 of 4 right, p = 17/70; all right, p = 1/70.
  expect(fisherExact({ builds: 4, failed: 1 }, { builds: 4, failed: 3 })).toBeCloseTo(17 / 70, 12);
  expect(fisherExact({ builds: 4, failed: 0 }, { builds: 4, failed: 4 })).toBeCloseTo(1 / 70, 12);
  expect(fisherExact({ builds: 10, failed: 3 }, { builds: 5, failed: 0 })).toBe(1);
  expect(fisherExact({ builds: 200_000, failed: 20_000 }, { builds: 50_000, failed: 5_000 })).toBeCloseTo(
    0.5,
    1,
  );
});

it("allows the actions of each state", () => {
  const table = ROLLOUT_STATES.map((state) => [
    state,
    ...ROLLOUT_ACTIONS.map((action) => nextRolloutState(state, action)),
  ]);
  expect(table).toEqual([
    ["RUNNING", "HELD", null, "ROLLED_BACK"],
    ["HELD", null, "RUNNING", "ROLLED_BACK"],
    ["COMPLETED", null, null, "ROLLED_BACK"],
    ["ROLLED_BACK", null, null, null],
    ["SUPERSEDED", null, null, "ROLLED_BACK"],
    ["STOPPED", null, null, "ROLLED_BACK"],
  ]);
});

it("computes the time from ring to ring", () => {
  expect([1, 2, 3].map((ring) => ringIntervalMs(ring, [60, 360, 1_440]) / 60_000)).toEqual([60, 300, 1_080]);
});
