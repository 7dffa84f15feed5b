import { describe, expect, it } from "vitest";
import { simulateRollouts } from "@/e2e/support/rollout-simulation.ts";
import { ROLLOUT_STATES } from "@/shared/vocabulary.ts";
import {
  type BuildSample,
  fisherExact,
  nextRolloutState,
  ROLLOUT_ACTIONS,
  ringIntervalMs,
  shouldHold,
} from "./policy.ts";

const ROLLOUTS = { rollouts: 400, seed: 7 };

/** Samples of people, each given as builds and failures before and after. */
const people = (
  count: number,
  [before, failedBefore, after, failedAfter]: readonly number[],
): BuildSample[] =>
  Array.from({ length: count }, () => ({
    before: { builds: before ?? 0, failed: failedBefore ?? 0 },
    after: { builds: after ?? 0, failed: failedAfter ?? 0 },
  }));

describe("shouldHold", () => {
  it.each([
    ["failures of four people", people(4, [5, 0, 1, 1]), true],
    ["failures of two", people(2, [20, 0, 5, 5]), false],
    ["no builds before", people(9, [0, 0, 1, 1]), false],
    ["a rate little higher", people(40, [20, 4, 5, 1]), false],
    ["a rate much higher", people(20, [2, 0, 2, 1]), true],
    // Significant, but by less than ten points.
    ["less than ten points", [...people(24, [20, 0, 5, 1]), ...people(60, [20, 1, 5, 0])], false],
    ["two failures by chance", [...people(2, [5, 0, 5, 1]), ...people(20, [5, 0, 1, 0])], false],
    [
      "the same with one whose builds all fail",
      [...people(2, [5, 0, 5, 1]), ...people(20, [5, 0, 1, 0]), ...people(1, [20, 0, 5, 5])],
      false,
    ],
    [
      "four who fail, with one whose builds all pass",
      [...people(4, [5, 0, 5, 5]), ...people(1, [20, 0, 5, 0])],
      true,
    ],
  ])("%s: %#", (_, samples, expected) => {
    expect(shouldHold(samples)).toBe(expected);
  });

  it.each([0.02, 0.1, 0.3])("raises few false alarms at a failure rate of %d", (rate) => {
    for (const people of [5, 20, 100]) {
      const independent = simulateRollouts({ people, rate, broken: 0, streak: 0 }, ROLLOUTS);
      expect(independent.onHold).toBeLessThanOrEqual(0.04);
      const streaks = simulateRollouts({ people, rate, broken: 0, streak: 0.5 }, ROLLOUTS);
      expect(streaks.onHold).toBeLessThanOrEqual(0.08);
    }
  });

  it.each([0.02, 0.1, 0.3])("finds what breaks builds at a failure rate of %d", (rate) => {
    const simulate = (people: number, broken: number) =>
      simulateRollouts({ people, rate, broken, streak: 0 }, ROLLOUTS);
    expect(simulate(5, 1).onHold).toBeGreaterThan(0.9);
    expect(simulate(20, 0.4).onHold).toBeGreaterThan(0.9);
    expect(simulate(20, 1).medianBuilds).toBeLessThanOrEqual(9);
    expect(simulate(100, 0.2).onHold).toBeGreaterThan(0.9);
  });

  it("lets one attacker neither hold nor pass the rollout of others", () => {
    const simulate = (broken: number, fail: boolean) =>
      simulateRollouts({ people: 20, rate: 0.1, broken, streak: 0, attackers: { people: 1, fail } }, ROLLOUTS)
        .onHold;
    expect(simulate(0, true)).toBeLessThanOrEqual(0.04);
    expect(simulate(0.4, false)).toBeGreaterThan(0.9);
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
