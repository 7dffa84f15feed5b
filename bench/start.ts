import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { RUNNER } from "../server/process/build.ts";
import type { Shutdown } from "../server/process/shutdown.ts";
import { makeBenchDirectory } from "./harness/database.ts";
import { childPids, readMemoryMib, serverPids } from "./harness/processes.ts";
import { print, runBenchmark } from "./harness/program.ts";
import { formatTable, median } from "./harness/report.ts";
import { PROJECT, startServer } from "./harness/server-process.ts";

/**
 * Start time and memory of `npm start` on a built tree, embedded database included: time to the first response with an
 * empty and an existing data directory, memory at rest and after work; and the start time of the CLI. `npm run bench:start`.
 */
const REQUESTS = 1_000;
const REQUEST_CONCURRENCY = 16;
const REST_MS = 3_000;
const CLI_STARTS = 20;
const PATHS = ["/marketplace", "/", "/sign-in", "/docs/api", "/api/openapi.json", "/api/ready"];

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });

await runBenchmark(measureStarts);

interface Start {
  responseMs: number;
  restMib: number;
  workedMib: number;
  databaseMib: number;
}

async function measureStarts(shutdown: Shutdown): Promise<boolean> {
  const directory = makeBenchDirectory();
  shutdown.onStop(() => rmSync(directory, { recursive: true, force: true }));
  const first: Start[] = [];
  const later: Start[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const dataDir = join(directory, String(run));
    first.push(await measureStart(dataDir, shutdown));
    later.push(await measureStart(dataDir, shutdown));
  }
  print(
    formatTable(
      ["", "first response", "processes at rest", "processes after work", "PostgreSQL after work"],
      [rowOf("empty data directory", first), rowOf("later start", later)],
    ),
  );
  const cliMs = timeProgram(["dist/cli.cjs", "--version"]);
  print(`The CLI starts in ${cliMs} ms, Node.js alone in ${timeProgram(["--eval", "0"])} ms.`);
  const work = `${REQUESTS.toLocaleString("en")} requests, ${REQUEST_CONCURRENCY} at a time`;
  print(`Medians of ${values.runs} runs. Work: ${work}.`);
  return true;
}

async function measureStart(dataDir: string, shutdown: Shutdown): Promise<Start> {
  const startedAt = performance.now();
  const program = {
    args: [RUNNER, "server/start.ts"],
    env: { DATA_DIR: dataDir, RATE_LIMIT_SCALE: "1000" },
  };
  const { origin, pid, stop } = await startServer(program, shutdown);
  try {
    await request(origin, "/api/ready");
    const responseMs = performance.now() - startedAt;
    await delay(REST_MS);
    const restMib = readMemoryMib(serverPids(pid));
    await sendRequests(origin);
    const postmaster = Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
    const databaseMib = readMemoryMib([postmaster, ...childPids(postmaster)]);
    return { responseMs, restMib, workedMib: readMemoryMib(serverPids(pid)), databaseMib };
  } finally {
    await stop();
  }
}

async function sendRequests(origin: string): Promise<void> {
  let sent = 0;
  const sendUntilDone = async (): Promise<void> => {
    while (sent < REQUESTS) await request(origin, PATHS[sent++ % PATHS.length] ?? "/");
  };
  await Promise.all(Array.from({ length: REQUEST_CONCURRENCY }, sendUntilDone));
}

async function request(origin: string, path: string): Promise<void> {
  const response = await fetch(origin + path);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
}

/** Median milliseconds of a program that has nothing to do. */
function timeProgram(args: string[]): string {
  const times = Array.from({ length: CLI_STARTS }, () => {
    const startedAt = performance.now();
    execFileSync(process.execPath, args, { cwd: PROJECT });
    return performance.now() - startedAt;
  });
  return median(times).toFixed(0);
}

function rowOf(name: string, starts: Start[]): string[] {
  const medianOf = (key: keyof Start) => median(starts.map((start) => start[key]));
  const memory = (["restMib", "workedMib", "databaseMib"] as const).map(
    (key) => `${medianOf(key).toFixed(0)} MiB`,
  );
  return [name, `${(medianOf("responseMs") / 1_000).toFixed(1)} s`, ...memory];
}
