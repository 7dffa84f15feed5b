import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import autocannon, { type Request } from "autocannon";
import { encodeCursor } from "@/server/core/pagination.ts";
import type { Shutdown } from "@/server/process/shutdown.ts";
import { MAX_BUILD_NUMBER } from "@/shared/bounds.ts";
import { DATASET, loadDataset } from "./fixtures/dataset.ts";
import { type BenchPostgres, startBenchPostgres } from "./harness/database.ts";
import { descendants, serverPids, sumCpuSeconds } from "./harness/processes.ts";
import { pageRequest, startProduct } from "./harness/product.ts";
import { print, runBenchmark } from "./harness/program.ts";
import { describeMachine, formatTable, median, readLoadAverage } from "./harness/report.ts";
import { startServer } from "./harness/server-process.ts";

/**
 * Processor time of one poll of a builds page, with the page cache and past it, against the same SQL behind a bare
 * Fastify: just started and warm, on a quiet machine and beside busy loops. `npm run bench:polls`.
 */
const { values } = parseArgs({
  options: {
    builds: { type: "string", default: "20000" },
    loops: { type: "string", default: "6" },
    polls: { type: "string", default: "3000" },
  },
});
const CONNECTIONS = 16;
const COLD_POLLS = 400;
const ROUNDS = 3;
/** So few apps that nearly every poll finds its page in the cache, however slow the machine is. */
const CACHED_APPS = 20;
const FASTIFY_PROGRAM = new URL("baselines/fastify.ts", import.meta.url).pathname;

/** The page that a poll without a cursor returns. Only pages without a cursor are cached. */
const PAST_THE_CACHE = `?cursor=${encodeCursor(MAX_BUILD_NUMBER)}`;

interface Cost {
  serverMs: number;
  databaseMs: number;
}

await runBenchmark(measurePolls);

async function measurePolls(shutdown: Shutdown): Promise<boolean> {
  const loadBefore = readLoadAverage();
  const bench = await startBenchPostgres(shutdown);
  const dataset = { ...DATASET, builds: Number(values.builds) };
  const product = await startProduct(bench, dataset, loadDataset, shutdown);
  const rows: string[][] = [];
  for (const loops of [0, Number(values.loops)]) {
    const restarted = loops === 0 ? product : await product.restart();
    const env = { DATABASE_URL: product.databaseUrl };
    const fastify = await startServer({ args: ["--import", "tsx", FASTIFY_PROGRAM], env }, shutdown);
    const busy = startLoops(loops, shutdown);
    const poll = (system: { pid: number; origin: string }, polls: number, apps: number, query: string) =>
      measureCost(bench, system.pid, () =>
        sendPolls(system.origin, polls, () => {
          const { path, headers } = pageRequest(product, randomInt(apps));
          return { path: path + query, headers };
        }),
      );
    const { apps } = dataset;
    const polls = Number(values.polls);
    const coldMiss = await poll(restarted, COLD_POLLS, apps, PAST_THE_CACHE);
    const coldBase = await poll(fastify, COLD_POLLS, apps, "");
    for (const system of [restarted, fastify]) await poll(system, 2 * polls, apps, PAST_THE_CACHE);
    const [miss, hit, base]: [Cost[], Cost[], Cost[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      miss.push(await poll(restarted, polls, apps, PAST_THE_CACHE));
      hit.push(await poll(restarted, polls, CACHED_APPS, ""));
      base.push(await poll(fastify, polls, apps, ""));
    }
    for (const loop of busy) loop.kill("SIGKILL");
    await restarted.stop();
    await fastify.stop();
    const where = loops === 0 ? "quiet" : `beside ${loops} busy loops`;
    rows.push(
      rowOf(`just started, miss, ${where}`, coldMiss, coldBase),
      rowOf(`warm, miss, ${where}`, medianOf(miss), medianOf(base)),
      rowOf(`warm, hit, ${where}`, medianOf(hit), medianOf(base)),
    );
    print(formatTable(["CPU of a poll", "product", "PostgreSQL", "Fastify", "PostgreSQL", "ratio"], rows));
  }
  print(await describeMachine(product.sql, loadBefore));
  return true;
}

/** Processor time of a system and of PostgreSQL for one request of `send`, which returns their number. */
async function measureCost(
  { directory }: BenchPostgres,
  pid: number,
  send: () => Promise<number>,
): Promise<Cost> {
  const path = join(directory, "database", "postgres", "postmaster.pid");
  const postmaster = Number.parseInt(readFileSync(path, "utf8"), 10);
  const read = () => [serverPids(pid), [postmaster, ...descendants(postmaster)]].map(sumCpuSeconds);
  const before = read();
  const polls = await send();
  const [serverMs = Number.NaN, databaseMs = Number.NaN] = read().map(
    (seconds, index) => (((seconds ?? Number.NaN) - (before[index] ?? Number.NaN)) * 1_000) / polls,
  );
  return { serverMs, databaseMs };
}

/** @returns the number of polls that returned 200: a starved process answers some with 503. @throws Error if few did */
async function sendPolls(
  url: string,
  amount: number,
  createRequest: () => { path: string; headers: Record<string, string> },
): Promise<number> {
  const setupRequest = (defaults: Request) => ({ ...defaults, ...createRequest() });
  const result = await autocannon({ url, connections: CONNECTIONS, amount, requests: [{ setupRequest }] });
  if (result["2xx"] < amount) print(`${result["2xx"]} of ${amount} polls returned 200`);
  if (result["2xx"] < amount / 2) throw new Error("too few polls were answered");
  return result["2xx"];
}

function startLoops(count: number, shutdown: Shutdown): ChildProcess[] {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ["--eval", "for (;;);"]));
  shutdown.onStop(() => {
    for (const loop of loops) loop.kill("SIGKILL");
  });
  return loops;
}

function medianOf(costs: Cost[]): Cost {
  const of = (key: keyof Cost) => median(costs.map((cost) => cost[key]));
  return { serverMs: of("serverMs"), databaseMs: of("databaseMs") };
}

function rowOf(title: string, product: Cost, baseline: Cost): string[] {
  const cells = [product, baseline].flatMap(({ serverMs, databaseMs }) =>
    [serverMs, databaseMs].map((ms) => `${ms.toFixed(2)} ms`),
  );
  return [title, ...cells, `${(product.serverMs / baseline.serverMs).toFixed(2)} ×`];
}
