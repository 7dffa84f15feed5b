import { beforeAll, describe, expect, test } from "vitest";
import { fillShape, SHAPES } from "@/e2e/support/markdown-shapes.ts";
import { parseMarkdown } from "@/server/domains/items/markdown/policy.ts";
import { parseReadme } from "@/server/domains/items/markdown/readme.ts";

const LENGTHS = [15_000, 30_000, 60_000, 120_000, 512 * 1024];
const CHANGELOG_LENGTHS = [1_250, 2_500, 5_000, 10_000, 20_000];
const NOISE_MS = 25;
/** Below it the most that one run may be from a linear cost: twice the length takes at most three times as long. */
const MAX_RATIO = 3;

const parsers = {
  README: (text: string) => parseReadme(text, new Map(), "readme-", "https://code.example/one"),
  changelog: (text: string) => parseMarkdown(text, "changelog-"),
};

/** Runs at most: other load can only add to a cost, so the least of several counts. */
const MAX_RUNS = 5;

function measure(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const isLinear = (costs: readonly number[]): boolean =>
  // The largest is more than twice as long as the one before, and beyond all budgets.
  costs.slice(0, -1).every((cost, at) => cost < MAX_RATIO * (costs[at - 1] ?? cost) + NOISE_MS);

beforeAll(() => {
  for (const shape of SHAPES) for (const parse of Object.values(parsers)) parse(fillShape(shape, 2_000));
});

describe.each([
  ["README", LENGTHS],
  ["changelog", CHANGELOG_LENGTHS],
] as const)("a %s is parsed in time linear in its length:", (kind, lengths) => {
  test.each(SHAPES)("%s", (shape) => {
    const texts = lengths.map((length) => fillShape(shape, length));
    let costs = texts.map(() => Number.POSITIVE_INFINITY);
    for (let run = 0; run < MAX_RUNS; run += 1) {
      costs = texts.map((text, at) =>
        Math.min(
          costs[at] ?? 0,
          measure(() => parsers[kind](text)),
        ),
      );
      if (isLinear(costs)) break;
    }
    expect(isLinear(costs), costs.map(Math.round).join(", ")).toBe(true);
  });
});
