import { type Baseline, SYSTEMS } from "../cases/case.ts";
import { type CaseName, getCase } from "../cases/registry.ts";
import { formatTable } from "../harness/report.ts";
import type { Load, Options, Result } from "./iterations.ts";

/** Share of one CPU above which the load generator may be the bottleneck. */
const MAX_GENERATOR_LOAD = 0.85;

export function describeCase(name: CaseName, results: Result[], { loads }: Options): string {
  const { title, endpoint, note, baselines } = getCase(name);
  const product = results.find((result) => result.name === "product");
  const rows = ["product", ...baselines.map((baseline) => baseline.name)]
    .flatMap((system) => results.filter((result) => result.name === system))
    .map((result) => rowOf(result, product));
  const head = ["", ...loads.flatMap((load) => [describeConnections(load), "ratio"]), "CPU per request"];
  return [
    `## ${title}: \`${endpoint}\``,
    ...(note ? [note] : []),
    formatTable(head, rows),
    ...baselines.flatMap((baseline) => describeTarget(baseline, results, loads[0])),
    describeGenerator(results),
  ].join("\n\n");
}

const describeConnections = ({ connections }: Load): string =>
  `${connections} ${connections === 1 ? "connection" : "connections"}`;

function rowOf(result: Result, product: Result | undefined): string[] {
  const cells = result.medians.flatMap(({ perSecond }, load) => [
    `${Math.round(perSecond).toLocaleString("en")}/s`,
    result === product ? "" : formatRatio(ratioOf(product, result, load)),
  ]);
  const cpuMs = result.medians[0]?.cpuMs ?? null;
  return [SYSTEMS[result.name], ...cells, cpuMs === null ? "" : `${cpuMs.toFixed(2)} ms`];
}

function describeTarget(
  { name, minRatio, sufficientRate }: Baseline,
  results: Result[],
  load: Load,
): string[] {
  if (minRatio === undefined) return [];
  const [product, baseline] = ["product", name].map((system) =>
    results.find((result) => result.name === system),
  );
  const ratio = ratioOf(product, baseline, 0);
  const isSufficient = (product?.medians[0]?.perSecond ?? 0) >= (sufficientRate ?? Number.POSITIVE_INFINITY);
  const target = `at least ${minRatio} × ${SYSTEMS[name]}${sufficientRate === undefined ? "" : `, or ${sufficientRate.toLocaleString("en")}/s`}`;
  const verdict = ratio >= minRatio || isSufficient ? "met" : "missed";
  return [`Target at ${describeConnections(load)}: ${target}. Measured: ${formatRatio(ratio)}, ${verdict}.`];
}

function describeGenerator(results: Result[]): string {
  const highest = Math.max(...results.flatMap(({ medians }) => medians.map((one) => one.generatorLoad)));
  const share = `Load generator: at most ${Math.round(highest * 100)} % of one CPU`;
  return highest > MAX_GENERATOR_LOAD ? `${share}, possibly the bottleneck.` : `${share}.`;
}

function ratioOf(product: Result | undefined, other: Result | undefined, load: number): number {
  return (product?.medians[load]?.perSecond ?? Number.NaN) / (other?.medians[load]?.perSecond ?? Number.NaN);
}

const formatRatio = (ratio: number): string => `${ratio.toFixed(2)} ×`;
