import type { Plan } from "../plan.ts";
import { QUESTIONS, type QuestionName } from "../questions/all.ts";
import type { Floor } from "../questions/question.ts";
import type { Standing } from "../rounds.ts";
import { FRONT } from "../stage/contender-names.ts";
import { formatTable } from "./table.ts";

/** Beyond it the load generator may be what limits the numbers. */
const BUSIEST_GENERATOR = 0.85;

/** One question's table with what was expected of it. */
export function describeQuestion(name: QuestionName, standings: Standing[], { loads }: Plan): string {
  const { title, endpoint, remark, floors } = QUESTIONS[name];
  const head = ["", ...loads.flatMap(({ connections }) => headOf(connections)), "CPU per call"];
  const front = standings.find((standing) => standing.name === FRONT);
  const rows = [FRONT, ...floors.map(({ contender }) => contender)]
    .flatMap((contender) => standings.filter(({ name }) => name === contender))
    .map((standing) => rowOf(standing, front));
  return [
    `## ${title}: \`${endpoint}\``,
    ...(remark ? [remark] : []),
    formatTable(
      head,
      rows.map((row) => head.map((_, column) => row[column] ?? "")),
    ),
    ...floors.flatMap((floor) => describeExpectation(floor, standings)),
    ...describeGenerator(standings),
  ].join("\n\n");
}

const headOf = (connections: number): string[] => [
  `${connections} ${connections === 1 ? "connection" : "connections"}`,
  "front is",
];

function rowOf(standing: Standing, front: Standing | undefined): string[] {
  const cells = standing.medians.flatMap(({ perSecond }, load) => [
    `${Math.round(perSecond).toLocaleString("en")}/s`,
    standing === front ? "" : formatRatio(ratioOf(front, standing, load)),
  ]);
  const cpuMs = standing.medians[0]?.cpuMs ?? null;
  return [standing.name, ...cells, cpuMs === null ? "" : `${cpuMs.toFixed(2)} ms`];
}

function describeExpectation({ contender, least, orPerSecond }: Floor, standings: Standing[]): string[] {
  if (least === undefined) return [];
  const [front, other] = [FRONT, contender].map((name) =>
    standings.find((standing) => standing.name === name),
  );
  const ratio = ratioOf(front, other, 0);
  const isEnough = orPerSecond !== undefined && (front?.medians[0]?.perSecond ?? 0) >= orPerSecond;
  const wanted = `at least ${least} × ${contender}${orPerSecond === undefined ? "" : `, or ${orPerSecond.toLocaleString("en")}/s`}`;
  const verdict = ratio >= least || isEnough ? "met" : "missed";
  return [`Expected at many connections: ${wanted}. Measured: ${formatRatio(ratio)}, ${verdict}.`];
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
