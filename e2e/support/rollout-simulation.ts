import {
  type BuildCounts,
  MAX_BUILDS_AFTER_PER_APP,
  MAX_BUILDS_BEFORE_PER_APP,
  shouldHold,
} from "@/server/domains/apps/rollouts/policy.ts";

/** Builds with a new version after which a simulated rollout ends. */
const MAX_BUILDS = 300;
/** Concentration of the apps' failure rates around their mean: with 10, a mean of 20 % spreads from 4 % to 43 % (9 in 10 apps). */
const CONCENTRATION = 10;

export interface Scenario {
  apps: number;
  /** Mean failure rate of the apps before the update. */
  rate: number;
  /** Probability with which the new version breaks a build that would have passed. */
  broken: number;
  /** Probability that a build repeats the result of the app's build before. */
  streak: number;
  /** Significance level, if it differs from the rule's. */
  level?: number;
}

/**
 * One simulated rollout under the hold rule: apps with failure rates of their own build in random order, and the rule is
 * evaluated after every build.
 * @returns builds with the new version until the hold; null without one
 */
export function simulateRollout(
  { apps, rate, broken, streak, level }: Scenario,
  random: () => number,
): number | null {
  const before: BuildCounts = { builds: 0, failed: 0 };
  const after: BuildCounts = { builds: 0, failed: 0 };
  const each = Array.from({ length: apps }, () => ({
    rate: sampleBeta(rate * CONCENTRATION, (1 - rate) * CONCENTRATION, random),
    last: undefined as boolean | undefined,
    built: 0,
    hasFailed: false,
  }));
  const build = (app: (typeof each)[number]): boolean => {
    if (app.last === undefined || random() >= streak) app.last = random() < app.rate;
    return app.last;
  };
  for (const app of each) {
    const count = Math.floor(random() * (MAX_BUILDS_BEFORE_PER_APP + 1));
    before.builds += count;
    for (let index = 0; index < count; index += 1) if (build(app)) before.failed += 1;
  }
  for (let open = [...each]; open.length > 0 && after.builds < MAX_BUILDS; ) {
    const app = open[Math.floor(random() * open.length)];
    if (!app) break;
    app.built += 1;
    after.builds += 1;
    if (build(app) || random() < broken) {
      after.failed += 1;
      app.hasFailed = true;
    }
    const failingApps = each.filter(({ hasFailed }) => hasFailed).length;
    if (shouldHold({ before, after, failingApps }, level)) return after.builds;
    open = open.filter(({ built }) => built < MAX_BUILDS_AFTER_PER_APP);
  }
  return null;
}

/** Share of simulated rollouts that were put on hold, and the median number of builds until then. */
export function simulateRollouts(
  scenario: Scenario,
  { rollouts, seed }: { rollouts: number; seed: number },
): { onHold: number; medianBuilds: number | null } {
  const random = seededRandom(seed);
  const holds: number[] = [];
  for (let index = 0; index < rollouts; index += 1) {
    const builds = simulateRollout(scenario, random);
    if (builds !== null) holds.push(builds);
  }
  holds.sort((one, other) => one - other);
  return { onHold: holds.length / rollouts, medianBuilds: holds[holds.length >> 1] ?? null };
}

/** Mulberry32, so that the figures can be reproduced. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function sampleBeta(alpha: number, beta: number, random: () => number): number {
  const one = sampleGamma(alpha, random);
  return one / (one + sampleGamma(beta, random));
}

/** Method of Marsaglia and Tsang. */
function sampleGamma(shape: number, random: () => number): number {
  if (shape < 1) return sampleGamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * normal * normal + d - d * v + d * Math.log(v)) return d * v;
  }
}
