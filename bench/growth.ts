import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureBuild } from "../server/build.ts";
import { completeEnv } from "../server/env.ts";
import { listenForShutdown } from "../server/shutdown.ts";
import { type Measured, measureAll } from "./growth/measure.ts";
import { type Scene, setScene } from "./growth/stage.ts";
import { APPS, TENANT } from "./growth/world.ts";
import { describeMachine, readLoad } from "./report/machine.ts";
import { formatTable } from "./report/table.ts";
import { productSettings } from "./stage/contenders.ts";
import { type BenchDatabase, startBenchDatabase } from "./stage/database.ts";

/**
 * Measures how long each page of the Builder takes, and what it asks the database, with few builds and with many:
 * `npm run bench:growth -- --small 1000 --large 1000000`. It ends with 1 when a page takes longer with many than the
 * bound allows.
 */
const BOUND = 1.5;

const { values } = parseArgs({
  options: {
    small: { type: "string", default: "1000" },
    large: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "25" },
    /** Keeps the table in bench/growth.md. */
    write: { type: "boolean", default: false },
  },
});

const shutdown = listenForShutdown(print);

try {
  const sizes = [values.small, values.large].map(readSize);
  await shutdown.exit((await measure(sizes)) ? 0 : 1);
} catch (error) {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  await shutdown.exit(1);
}

async function measure(sizes: number[]): Promise<boolean> {
  const loadBefore = readLoad();
  await ensureBuild({ log: print, signal: shutdown.signal });
  const bench = await startBenchDatabase();
  shutdown.onStop(bench.stop);
  completeEnv(productSettings(bench.url, bench.directory));
  const [small, large] = [await fill(bench, sizes[0] ?? 0), await fill(bench, sizes[1] ?? 0)];
  const all: Measured[] = [];
  for await (const measured of measureAll(small, large, Number(values.rounds))) {
    all.push(measured);
    process.stderr.write(`${measured.kind}: ${measured.name}\n`);
  }
  const table = formatTable(
    ["", `${count(small.builds)} builds`, `${count(large.builds)} builds`, "ratio"],
    all.map(({ kind, name, smallMs, largeMs }) => [
      `${kind}: ${name}`,
      `${smallMs.toFixed(1)} ms`,
      `${largeMs.toFixed(1)} ms`,
      `${(largeMs / smallMs).toFixed(2)} ×`,
    ]),
  );
  const slow = all.filter(({ kind, smallMs, largeMs }) => kind === "page" && largeMs / smallMs > BOUND);
  const verdict = `Bound for pages: ${BOUND} ×, ${slow.length === 0 ? "met" : `missed by ${slow.map(({ name }) => name).join("; ")}`}.`;
  print(`\n${table}\n\n${verdict}`);
  if (values.write) {
    const machine = await describeMachine(small.sql, loadBefore);
    const parts = ["# Growth", "`npm run bench:growth -- --write`", machine, METHOD, table, verdict];
    writeFileSync(new URL("growth.md", import.meta.url), `${parts.join("\n\n")}\n`);
  }
  return slow.length === 0;
}

const METHOD = `Medians of ${values.rounds} rounds in which both databases take turns: of a page the server's time from the request to its last
byte, of a statement what the page asks the database, past the page. All builds are one tenant's ("${TENANT.slug}"), in
${APPS} apps over two years; the last app was given up two years before. Each database has a product of its own, as
\`npm start\` runs it; both share the machine with other work: read the ratios.`;

async function fill(bench: BenchDatabase, builds: number): Promise<Scene> {
  const startedAt = performance.now();
  const scene = await setScene(bench, builds);
  shutdown.onStop(scene.stop);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  print(`${count(builds)} builds are there after ${seconds} s`);
  return scene;
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
