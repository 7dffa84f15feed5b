import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Shutdown } from "../server/process/shutdown.ts";
import { type Baseline, SYSTEMS } from "./cases/case.ts";
import { type CaseName, getCase, selectCases } from "./cases/registry.ts";
import { type Load, measureCase, type Options, type Result } from "./comparison/iterations.ts";
import { requireSameResponses } from "./comparison/response-shape.ts";
import { setUpComparison } from "./comparison/setup.ts";
import { print, runBenchmark } from "./harness/program.ts";
import { describeMachine, formatTable, readLoadAverage } from "./harness/report.ts";

/**
 * Comparison of the product with its baselines: the same SQL behind a bare Fastify, behind a bare Next.js route handler,
 * and in a loop with no server. `npm run bench` takes about a quarter of an hour and writes `bench/results.md`,
 * `npm run bench -- --quick` takes two minutes, `--check` half of one.
 */
const METHOD = `Each number is the median of interleaved iterations against the same database: the product as \`npm start\` runs
it, and its own SQL in programs that check nothing. "Ratio" is the product's rate divided by the row's. Load generator,
programs and database share the machine.`;

const CONNECTIONS = 16;
/** Enough for full pages of each app. */
const CHECKED_BUILDS = 20_000;

const THOROUGH: Options = {
  iterations: 3,
  // The JIT compiles hot code; a large program takes longer to warm up than a small one.
  warmUp: { requests: 10_000, maxSeconds: 15 },
  loads: [
    { connections: CONNECTIONS, seconds: 3 },
    { connections: 1, seconds: 1 },
  ],
};

const QUICK: Options = {
  iterations: 1,
  warmUp: { requests: 1, maxSeconds: 1 },
  loads: [
    { connections: CONNECTIONS, seconds: 1 },
    { connections: 1, seconds: 0.5 },
  ],
};

const args = process.argv.slice(2);
const { values } = parseArgs({
  args,
  options: {
    /** Smoke test: one short iteration on a tenth of the builds. */
    quick: { type: "boolean", default: false },
    /** Compares the responses of the product and its baselines, and measures nothing. */
    check: { type: "boolean", default: false },
    /** Writes `bench/results.md`; the default for a run of all cases that is not quick. */
    write: { type: "boolean" },
    /** Name of a case; may be repeated. */
    only: { type: "string", multiple: true, default: [] },
  },
  allowNegative: true,
});

async function checkResponses(cases: CaseName[], shutdown: Shutdown): Promise<boolean> {
  const comparison = await setUpComparison(CHECKED_BUILDS, shutdown);
  for (const name of cases) {
    await requireSameResponses(name, comparison);
    print(`${name}: same responses`);
  }
  return true;
}

async function compare(cases: CaseName[], shutdown: Shutdown): Promise<boolean> {
  const options = values.quick ? QUICK : THOROUGH;
  const comparison = await setUpComparison(values.quick ? 20_000 : 200_000, shutdown);
  const loadBefore = readLoadAverage();
  const tables: string[] = [];
  for (const name of cases) {
    const table = describeCase(name, await measureCase(name, comparison, options), options);
    print(`\n${table}`);
    tables.push(table);
  }
  const machine = await describeMachine(comparison.product.sql, loadBefore);
  print(`\n${machine}`);
  if (values.write ?? (!values.quick && values.only.length === 0)) {
    const command = `\`${["npm run bench", ...(args.length > 0 ? ["--", ...args] : [])].join(" ")}\``;
    const text = ["# Benchmark", command, machine, METHOD, ...tables].join("\n\n");
    writeFileSync(new URL("results.md", import.meta.url), `${text}\n`);
  }
  return true;
}

/** Share of one CPU above which the load generator may be the bottleneck. */
const MAX_GENERATOR_LOAD = 0.85;

function describeCase(name: CaseName, results: Result[], { loads }: Options): string {
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

await runBenchmark((shutdown) =>
  (values.check ? checkResponses : compare)(selectCases(values.only), shutdown),
);
