import {
  type BuildSample,
  MAX_BUILDS_AFTER,
  MAX_BUILDS_BEFORE,
  shouldHold,
} from "@/server/domains/apps/rollouts/policy.ts";

/** Builds with a new version after which a simulated rollout ends. */
const MAX_BUILDS = 300;
/** Concentration of the people's failure rates around their mean: with 10, a mean of 20 % spreads from 4 % to 43 % (9 in 10 apps). */
const CONCENTRATION = 10;

export interface Scenario {
  /** People who made tenants that the rollout has reached. */
  people: number;
  /** Mean failure rate of their builds before the update. */
  rate: number;
  /** Probability with which the new version breaks a build that would have passed. */
  broken: number;
  /** Probability that a build repeats the result of the person's build before. */
  streak: number;
  /** More people, who acted before all others: none of their builds failed before, and now all fail, or none does. */
  attackers?: { people: number; fail: boolean };
  /** Significance level, if it differs from the rule's. */
  level?: number;
}

/**
 * One simulated rollout under the hold rule: people with failure rates of their own build in random order, and the rule is
 * evaluated after every build.
 * @returns builds with the new version until the hold; null without one
 */
export function simulateRollout(
  { people, rate, broken, streak, attackers, level }: Scenario,
  random: () => number,
): number | null {
  const each = Array.from({ length: people }, () => ({
    rate: sampleBeta(rate * CONCENTRATION, (1 - rate) * CONCENTRATION, random),
    last: undefined as boolean | undefined,
    sample: emptySample(),
  }));
  const build = (person: (typeof each)[number]): boolean => {
    if (person.last === undefined || random() >= streak) person.last = random() < person.rate;
    return person.last;
  };
  for (const person of each) {
    const { before } = person.sample;
    before.builds = Math.floor(random() * (MAX_BUILDS_BEFORE + 1));
    for (let index = 0; index < before.builds; index += 1) if (build(person)) before.failed += 1;
  }
  const attacks = Array.from({ length: attackers?.people ?? 0 }, () => ({
    before: { builds: MAX_BUILDS_BEFORE, failed: 0 },
    after: { builds: MAX_BUILDS_AFTER, failed: attackers?.fail ? MAX_BUILDS_AFTER : 0 },
  }));
  const samples: BuildSample[] = [...attacks, ...each.map(({ sample }) => sample)];
  if (shouldHold(samples, level)) return 0;
  let built = 0;
  for (let open = [...each]; open.length > 0 && built < MAX_BUILDS; ) {
    const person = open[Math.floor(random() * open.length)];
    if (!person) break;
    const { after } = person.sample;
    built += 1;
    after.builds += 1;
    if (build(person) || random() < broken) after.failed += 1;
    if (shouldHold(samples, level)) return built;
    open = open.filter(({ sample }) => sample.after.builds < MAX_BUILDS_AFTER);
  }
  return null;
}

const emptySample = (): BuildSample => ({
  before: { builds: 0, failed: 0 },
  after: { builds: 0, failed: 0 },
});

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
