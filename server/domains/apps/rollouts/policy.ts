import type { RolloutState } from "@/shared/vocabulary.ts";

export const ROLLOUT_ACTIONS = ["hold", "resume", "rollBack"] as const;
export type RolloutAction = (typeof ROLLOUT_ACTIONS)[number];

const TRANSITIONS: Record<RolloutAction, Partial<Record<RolloutState, RolloutState>>> = {
  hold: { RUNNING: "HELD" },
  resume: { HELD: "RUNNING" },
  rollBack: {
    RUNNING: "ROLLED_BACK",
    HELD: "ROLLED_BACK",
    COMPLETED: "ROLLED_BACK",
    SUPERSEDED: "ROLLED_BACK",
    STOPPED: "ROLLED_BACK",
  },
};

/** State after an action; null if the current state forbids it. */
export const nextRolloutState = (state: RolloutState, action: RolloutAction): RolloutState | null =>
  TRANSITIONS[action][state] ?? null;

/** Hold or rollback of a version in words. */
export const describeHold = (version: string, state: "HELD" | "ROLLED_BACK"): string =>
  `The rollout of ${version} ${state === "HELD" ? "is on hold" : "was rolled back"}.`;

/**
 * Rings of a rollout in their order: the publisher's own tenant, then the other tenants up to a share in percent. A tenant's
 * ring follows from a stable, keyed hash of tenant and item, so that nobody can choose it.
 */
export const RING_SHARES = [0, 10, 50, 100] as const;
export const LAST_RING = RING_SHARES.length;

/**
 * Time between the opening of a ring and of the next one, in milliseconds.
 * @param ringMinutes minutes from the start to the second, third and fourth ring
 */
export function ringIntervalMs(ring: number, ringMinutes: readonly number[]): number {
  const opensAt = (index: number) => (index <= 1 ? 0 : (ringMinutes[index - 2] ?? 0));
  return (opensAt(ring + 1) - opensAt(ring)) * 60_000;
}

/** Builds that ended by their own result, and those of them that failed. */
export interface BuildCounts {
  builds: number;
  failed: number;
}

/** Builds of the updated apps before the update, and with the new version. */
export interface BuildSample {
  before: BuildCounts;
  after: BuildCounts;
}

/**
 * Limits of the sample: builds that count before and after the update, for all tenants that one person made together, so
 * that nobody outweighs the others.
 */
export const MAX_BUILDS_BEFORE = 20;
export const MAX_BUILDS_AFTER = 5;
/** Age limit of builds before the update, in days. */
export const MAX_AGE_BEFORE_DAYS = 30;
/** Age from which a tenant counts, in days at the start of the rollout. Nobody makes one for a rollout that they see. */
export const MIN_TENANT_AGE_DAYS = 7;

/** People in whose tenants builds must fail with the new version before a rollout holds. */
export const MIN_FAILING_PEOPLE = 3;
/** Increase of the failure rate that counts as marked. */
export const MIN_RATE_INCREASE = 0.1;
/** Significance level of each look at the sample. `docs/decisions/0051-rollouts.md` has the error rates of whole rollouts. */
export const SIGNIFICANCE_LEVEL = 0.005;

/**
 * Hold rule of rollouts: builds with the new version fail markedly more often than builds of the same apps before. Needs
 * failures in tenants of several people, a rate that is higher by ten points, and Fisher's exact test, one-sided, also
 * without any one of these people, so that nobody decides alone. The level allows for a look after every build.
 * @param people a sample for each person, of all tenants that they made
 */
export function shouldHold(people: readonly BuildSample[], level: number = SIGNIFICANCE_LEVEL): boolean {
  const failing = people.filter(({ after }) => after.failed > 0);
  if (failing.length < MIN_FAILING_PEOPLE) return false;
  const all = totalOf(people);
  if (failureRate(all.after) - failureRate(all.before) < MIN_RATE_INCREASE) return false;
  const isSignificant = ({ before, after }: BuildSample) =>
    before.builds > 0 && fisherExact(before, after) < level;
  if (!isSignificant(all)) return false;
  // Equal samples have equal weight.
  const distinct = new Map(failing.map((one) => [JSON.stringify([one.before, one.after]), one]));
  return [...distinct.values()].every((one) =>
    isSignificant({ before: subtract(all.before, one.before), after: subtract(all.after, one.after) }),
  );
}

export function totalOf(samples: readonly BuildSample[]): BuildSample {
  const total = { before: { builds: 0, failed: 0 }, after: { builds: 0, failed: 0 } };
  for (const { before, after } of samples) {
    total.before.builds += before.builds;
    total.before.failed += before.failed;
    total.after.builds += after.builds;
    total.after.failed += after.failed;
  }
  return total;
}

const subtract = (total: BuildCounts, one: BuildCounts): BuildCounts => ({
  builds: total.builds - one.builds,
  failed: total.failed - one.failed,
});

export const failureRate = ({ builds, failed }: BuildCounts): number => (builds === 0 ? 0 : failed / builds);

/** Probability of at least as many failures after, if both samples have one failure rate (one-sided Fisher's exact test). */
export function fisherExact(before: BuildCounts, after: BuildCounts): number {
  const builds = before.builds + after.builds;
  const failed = before.failed + after.failed;
  let sum = 0;
  for (let count = after.failed; count <= Math.min(after.builds, failed); count += 1) {
    sum += Math.exp(
      logBinomial(after.builds, count) +
        logBinomial(before.builds, failed - count) -
        logBinomial(builds, failed),
    );
  }
  return Math.min(sum, 1);
}

const logBinomial = (n: number, k: number): number =>
  k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k);

const logFactorials = [0];

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  }
  return logFactorials[n] ?? 0;
}
