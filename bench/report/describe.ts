import type { Plan } from "../plan.ts";
import { QUESTIONS, type QuestionName } from "../questions/all.ts";
import type { Standing } from "../rounds.ts";
import { FASTIFY, FRONT, NEXT, PGBENCH } from "../stage/stage.ts";
import { formatTable } from "./table.ts";

/** How much of each floor the front should reach at many connections. */
const EXPECTED = [
  { floor: FASTIFY, least: 0.7 },
  { floor: NEXT, least: 3 },
];

/** Beyond it the load generator may be what limits the numbers. */
const BUSIEST_GENERATOR = 0.85;

/** One question's table with what was expected of it. */
export function describeQuestion(name: QuestionName, standings: Standing[], { loads }: Plan): string {
  const { title, endpoint } = QUESTIONS[name];
  const head = ["", ...loads.flatMap(({ connections }) => headOf(connections)), "CPU per call"];
  const front = standings.find((standing) => standing.name === FRONT);
  const rows = [FRONT, FASTIFY, NEXT, PGBENCH].map((contender) =>
    rowOf(
      contender,
      standings.find((standing) => standing.name === contender),
      front,
    ),
  );
  return [
    `## ${title}: \`${endpoint}\``,
    formatTable(
      head,
      rows.map((row) => head.map((_, column) => row[column] ?? "")),
    ),
    ...EXPECTED.map(({ floor, least }) => describeExpectation(floor, least, standings)),
    ...describeGenerator(standings),
  ].join("\n\n");
}

const headOf = (connections: number): string[] => [
  `${connections} ${connections === 1 ? "connection" : "connections"}`,
  "front is",
];

function rowOf(contender: string, standing: Standing | undefined, front: Standing | undefined): string[] {
  if (!standing) return [contender, "not available"];
  const cells = standing.medians.flatMap(({ perSecond }, load) => [
    `${Math.round(perSecond).toLocaleString("en")}/s`,
    standing === front ? "" : formatRatio(ratioOf(front, standing, load)),
  ]);
  const cpuMs = standing.medians[0]?.cpuMs ?? null;
  return [contender, ...cells, cpuMs === null ? "" : `${cpuMs.toFixed(2)} ms`];
}

function describeExpectation(floor: string, least: number, standings: Standing[]): string {
  const [front, other] = [FRONT, floor].map((name) => standings.find((standing) => standing.name === name));
  const ratio = ratioOf(front, other, 0);
  const verdict = ratio >= least ? "met" : "missed";
  return `Expected at many connections: at least ${least} × ${floor}. Measured: ${formatRatio(ratio)}, ${verdict}.`;
}

function describeGenerator(standings: Standing[]): string[] {
  const busiest = Math.max(
    ...standings.flatMap(({ medians }) => medians.map((sample) => sample.generatorBusy)),
  );
  const share = `The load generator kept at most ${Math.round(busiest * 100)} % of one processor busy`;
  return [busiest > BUSIEST_GENERATOR ? `${share}: it may be what limits these numbers.` : `${share}.`];
}

function ratioOf(front: Standing | undefined, other: Standing | undefined, load: number): number {
  return (front?.medians[load]?.perSecond ?? Number.NaN) / (other?.medians[load]?.perSecond ?? Number.NaN);
}

const formatRatio = (ratio: number): string => `${ratio.toFixed(2)} ×`;
