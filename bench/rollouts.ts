import { parseArgs } from "node:util";
import { SIGNIFICANCE_LEVEL } from "@/server/domains/apps/rollouts/policy.ts";
import { type Scenario, simulateRollouts } from "../e2e/support/rollout-simulation.ts";
import { formatTable } from "./harness/report.ts";

/**
 * False alarms and detections of the hold rule of rollouts (`server/domains/apps/rollouts/policy.ts`), by simulation:
 * `npm run bench:rollouts -- --rollouts 2000 --seed 1`.
 */
const { values } = parseArgs({
  options: {
    /** Simulated rollouts of each scenario. */
    rollouts: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    level: { type: "string", default: String(SIGNIFICANCE_LEVEL) },
  },
});

const RATES = [0.02, 0.05, 0.1, 0.2, 0.3];
const PEOPLE = [5, 20, 100];
const BROKEN = [0, 0.1, 0.2, 0.4, 1];

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function cell(scenario: Scenario): string {
  const options = { rollouts: Number(values.rollouts), seed: Number(values.seed) };
  const { onHold, medianBuilds } = simulateRollouts({ ...scenario, level: Number(values.level) }, options);
  return scenario.broken > 0 && medianBuilds !== null
    ? `${percent(onHold)} (${medianBuilds})`
    : percent(onHold);
}

process.stdout.write(`${values.rollouts} rollouts each, level ${values.level}, a look after every build.\n`);
process.stdout.write(
  "Rollouts put on hold; in parentheses the median number of builds with the version until the hold.\n",
);
for (const streak of [0, 0.5]) {
  const rows = PEOPLE.flatMap((people) =>
    RATES.map((rate) => [
      String(people),
      percent(rate),
      ...BROKEN.map((broken) => cell({ people, rate, broken, streak })),
    ]),
  );
  const independent =
    streak === 0 ? "Independent builds" : `Builds that repeat the last result with ${percent(streak)}`;
  const header = [
    "people",
    "rate before",
    "no change",
    ...BROKEN.slice(1).map((broken) => `breaks ${percent(broken)}`),
  ];
  process.stdout.write(`\n${independent}\n\n${formatTable(header, rows)}\n`);
}

const ATTACKS = [
  { label: "one who fails builds", broken: 0, people: 1, fail: true },
  { label: "two who fail builds", broken: 0, people: 2, fail: true },
  { label: "three who fail builds", broken: 0, people: 3, fail: true },
  { label: "five who fail builds", broken: 0, people: 5, fail: true },
  { label: "ten who fail builds", broken: 0, people: 10, fail: true },
  { label: "breaks 40 %, nobody else", broken: 0.4, people: 0, fail: false },
  { label: "breaks 40 %, one who passes builds", broken: 0.4, people: 1, fail: false },
  { label: "breaks 40 %, ten who pass builds", broken: 0.4, people: 10, fail: false },
];
const rows = ATTACKS.map(({ label, broken, ...attackers }) => [
  label,
  ...PEOPLE.map((people) => cell({ people, rate: 0.1, broken, streak: 0, attackers })),
]);
process.stdout.write(
  `\nAttackers beside other people, at a rate of 10 %\n\n${formatTable(["attackers", ...PEOPLE.map((people) => `${people} others`)], rows)}\n`,
);
