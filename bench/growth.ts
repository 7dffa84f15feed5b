import { writeFileSync } from "node:fs";
import { inspect, parseArgs } from "node:util";
import { completeEnv } from "../server/platform/env/env.ts";
import { ensureBuild } from "../server/process/build.ts";
import { listenForShutdown } from "../server/process/shutdown.ts";
import { drawGrowth } from "./growth/chart.ts";
import { growthOf, type Measured, measureAll } from "./growth/measure.ts";
import { type Scene, setScene } from "./growth/stage.ts";
import { APPS, TENANT } from "./growth/world.ts";
import { describeMachine, readLoad } from "./report/machine.ts";
import { formatTable } from "./report/table.ts";
import { productSettings } from "./stage/contenders.ts";
import { type BenchDatabase, startBenchDatabase } from "./stage/database.ts";

/**
 * Measures how long everything takes that `npm run bench` asks, and each page of the Builder, with few builds and with many:
 * `npm run bench:growth -- --sizes 1000,1000000 --only "page: app"`. It ends with 1 when something takes longer than its bound allows.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000,1000000" },
    rounds: { type: "string", default: "25" },
    /** What to ask, by the beginning of its line in the table: "page: app". */
    only: { type: "string", default: "" },
    /** Keeps the table in bench/growth.md and draws bench/growth.svg. */
    write: { type: "boolean", default: false },
  },
});

const METHOD = `Medians of rounds in which all databases take turns, one call at a time: of a question or a page from the request to the
last byte, of a statement what the page asks the database, past the page. All builds are one tenant's ("${TENANT.slug}"), in
${APPS} apps over two years; the last app was given up two years before. With them come a tenth as many listings (at most
100,000) and as many rows of the audit log (at most 1,000,000). Each database has a product of its own, as \`npm start\` runs it.`;

const CHART = "![Time of each question by the number of builds](growth.svg)";

/** The questions, and the two pages that `npm run bench` asks. */
const isCharted = ({ kind, name }: Measured): boolean =>
  kind === "question" || (kind === "page" && (name === "builds" || name === "overview"));

const shutdown = listenForShutdown(print);

try {
  await shutdown.exit((await measure(values.sizes.split(",").map(readSize))) ? 0 : 1);
} catch (error) {
  print(inspect(error));
  await shutdown.exit(1);
}

async function measure(sizes: number[]): Promise<boolean> {
  const loadBefore = readLoad();
  await ensureBuild({ log: print, signal: shutdown.signal });
  const bench = await startBenchDatabase();
  shutdown.onStop(bench.stop);
  completeEnv(productSettings(bench.url, bench.directory));
  const scenes: Scene[] = [];
  for (const size of sizes) scenes.push(await fill(bench, size));
  const all: Measured[] = [];
  for await (const measured of measureAll(scenes, Number(values.rounds), values.only)) {
    all.push(measured);
    process.stderr.write(`${measured.kind}: ${measured.name}\n`);
  }
  const table = formatTable(
    ["", ...sizes.map((size) => `${count(size)} builds`), "growth", "bound"],
    all.map(rowOf),
  );
  const missed = all.filter((measured) => measured.bound !== null && growthOf(measured) > measured.bound);
  const verdict = `Bounds ${missed.length === 0 ? "met" : `missed by ${missed.map(({ kind, name }) => `${kind} ${name}`).join("; ")}`}.`;
  print(`\n${table}\n\n${verdict}`);
  const [scene] = scenes;
  if (values.write && scene) {
    const machine = await describeMachine(scene.sql, loadBefore);
    const command = `\`npm run bench:growth -- ${process.argv.slice(2).join(" ")}\``;
    const parts = ["# Growth", command, machine, METHOD, CHART, table, verdict];
    writeFileSync(new URL("growth.md", import.meta.url), `${parts.join("\n\n")}\n`);
    writeFileSync(new URL("growth.svg", import.meta.url), drawGrowth(sizes, all.filter(isCharted)));
  }
  return missed.length === 0;
}

async function fill(bench: BenchDatabase, builds: number): Promise<Scene> {
  const startedAt = performance.now();
  const scene = await setScene(bench, builds);
  shutdown.onStop(scene.stop);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  print(`${count(builds)} builds are there after ${seconds} s`);
  return scene;
}

function rowOf(measured: Measured): string[] {
  const { kind, name, ms, bound } = measured;
  return [
    `${kind}: ${name}`,
    ...ms.map((one) => `${one.toFixed(1)} ms`),
    `${growthOf(measured).toFixed(2)} ×`,
    bound === null ? "" : `${bound} ×`,
  ];
}

/** Every app has as many builds as every other. */
function readSize(text: string): number {
  const size = Number(text);
  if (Number.isInteger(size) && size >= 10 * APPS && size % APPS === 0) return size;
  throw new Error(`A size must be a multiple of ${APPS} and at least ${10 * APPS}, but is "${text}".`);
}

function count(builds: number): string {
  return builds.toLocaleString("en");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
