import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Shutdown } from "../server/process/shutdown.ts";
import type { Dataset } from "./fixtures/dataset.ts";
import { APPS, growthDataset, loadGrowthDataset } from "./growth/dataset.ts";
import { createSubject, type Probe, type Subject, selectProbes } from "./growth/probes.ts";
import { type BenchPostgres, startBenchPostgres } from "./harness/database.ts";
import { startProduct } from "./harness/product.ts";
import { print, runBenchmark } from "./harness/program.ts";
import { describeMachine, formatTable, median, readLoadAverage } from "./harness/report.ts";

/**
 * Response times by database size, of the cases of `npm run bench` and of each page of the Builder. `npm run bench:growth -- --sizes 1000,1000000 --only "page: app"`; of the marketplace by its items with
 * `--sizes 1000,1000 --items 1000,100000 --only "registry"`. Exits with 1 if a bound is missed.
 */
const { values } = parseArgs({
  options: {
    /** Numbers of builds. */
    sizes: { type: "string", default: "1000,100000,1000000" },
    /** Numbers of marketplace items, one for each size. */
    items: { type: "string" },
    iterations: { type: "string", default: "25" },
    /** Selects rows of the table by their first characters: "page: app". */
    only: { type: "string", default: "" },
    /** Writes `bench/growth.md`. */
    write: { type: "boolean", default: false },
  },
});

const METHOD = `Medians of interleaved iterations over all databases, one request at a time. Cases and pages are timed from the request to
the last byte. All builds belong to one tenant, in ${APPS} apps over two years; the
last app was abandoned two years before. With them come a tenth as many listings (at most 100,000) and as many rows of the
audit log (at most 1,000,000). Each database has a product of its own, as \`npm start\` runs it.`;

const WARM_UP_ITERATIONS = 5;
/** Cases are quick, and their bound is narrow. */
const CASE_CALLS_PER_ITERATION = 6;

/** Median milliseconds of a probe for each database size. */
interface Growth extends Probe {
  ms: number[];
}

await runBenchmark(measureGrowth);

async function measureGrowth(shutdown: Shutdown): Promise<boolean> {
  const sizes = values.sizes.split(",").map(parseSize);
  const loadBefore = readLoadAverage();
  const postgres = await startBenchPostgres(shutdown);
  const subjects: Subject[] = [];
  const items = values.items?.split(",").map(Number) ?? [];
  const datasets = sizes.map((size, index) => growthDataset(size, items[index]));
  for (const dataset of datasets) subjects.push(await startSubject(postgres, dataset, shutdown));
  const results: Growth[] = [];
  for (const probe of selectProbes(values.only)) {
    results.push({ ...probe, ms: await timeProbe(probe, subjects) });
    process.stderr.write(`${probe.kind}: ${probe.name}\n`);
  }
  const head = ["", ...datasets.map(describeSize), "growth", "bound"];
  const table = formatTable(head, results.map(rowOf));
  const missed = results.filter((result) => result.maxGrowth !== null && growthOf(result) > result.maxGrowth);
  const verdict =
    missed.length === 0
      ? "Bounds met."
      : `Bounds missed by ${missed.map(({ kind, name }) => `${kind} ${name}`).join("; ")}.`;
  print(`\n${table}\n\n${verdict}`);
  const [subject] = subjects;
  if (values.write && subject) {
    const machine = await describeMachine(subject.product.sql, loadBefore);
    const command = `\`npm run bench:growth -- ${process.argv.slice(2).join(" ")}\``;
    const text = ["# Growth", command, machine, METHOD, table, verdict].join("\n\n");
    writeFileSync(new URL("growth.md", import.meta.url), `${text}\n`);
  }
  return missed.length === 0;
}

async function startSubject(postgres: BenchPostgres, dataset: Dataset, shutdown: Shutdown): Promise<Subject> {
  const startedAt = performance.now();
  const product = await startProduct(postgres, dataset, loadGrowthDataset, shutdown);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  print(`${describeSize(dataset)} loaded in ${seconds} s`);
  return createSubject(product);
}

function describeSize({ builds, plugins }: Dataset): string {
  return values.items === undefined ? `${formatCount(builds)} builds` : `${formatCount(plugins)} items`;
}

async function timeProbe({ kind, prepare }: Probe, subjects: Subject[]): Promise<number[]> {
  const runs = subjects.map((subject) => ({ call: prepare(subject), times: [] as number[] }));
  const iterations = Number(values.iterations) * (kind === "case" ? CASE_CALLS_PER_ITERATION : 1);
  for (let iteration = -WARM_UP_ITERATIONS; iteration < iterations; iteration += 1) {
    for (const { call, times } of runs) {
      const startedAt = performance.now();
      await call();
      if (iteration >= 0) times.push(performance.now() - startedAt);
    }
  }
  return runs.map(({ times }) => median(times));
}

/** Time at the largest size divided by the time at the smallest. */
function growthOf({ ms }: Growth): number {
  return (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN);
}

function rowOf(result: Growth): string[] {
  const { kind, name, ms, maxGrowth } = result;
  return [
    `${kind}: ${name}`,
    ...ms.map((one) => `${one.toFixed(1)} ms`),
    `${growthOf(result).toFixed(2)} ×`,
    maxGrowth === null ? "" : `${maxGrowth} ×`,
  ];
}

/** @throws Error unless every app gets the same number of builds */
function parseSize(text: string): number {
  const size = Number(text);
  if (Number.isInteger(size) && size >= 10 * APPS && size % APPS === 0) return size;
  throw new Error(`A size must be a multiple of ${APPS} and at least ${10 * APPS}, but is "${text}".`);
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
