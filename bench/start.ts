import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ensureBuild, RUNNER } from "../server/process/build.ts";
import { listenForShutdown } from "../server/process/shutdown.ts";
import { median } from "./report/median.ts";
import { formatTable } from "./report/table.ts";
import { childrenOf, processesOf } from "./stage/processes.ts";
import { PROJECT, startServer } from "./stage/server-process.ts";

/**
 * Measures `npm start` on a built tree, embedded database included: how long until the first answer, with and without a
 * database from before, and how much memory it holds at rest and after work; and how long the command line takes to start:
 * `npm run bench:start`.
 */
const REQUESTS = 1_000;
const AT_ONCE = 16;
const REST_MS = 3_000;
const PROGRAM_STARTS = 20;
const PATHS = ["/marketplace", "/", "/sign-in", "/docs/api", "/api/openapi.json", "/api/ready"];

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });

const shutdown = listenForShutdown(print);

try {
  await ensureBuild({ log: print, signal: shutdown.signal });
  const directory = join(PROJECT, ".build", "bench", String(process.pid));
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  shutdown.onStop(async () => rmSync(directory, { recursive: true, force: true }));
  const first: Start[] = [];
  const later: Start[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const dataDir = join(directory, String(run));
    first.push(await start(dataDir));
    later.push(await start(dataDir));
  }
  print(
    formatTable(
      ["", "to the first answer", "processes at rest", "processes after work", "PostgreSQL after work"],
      [rowOf("an empty data directory", first), rowOf("a later start", later)],
    ),
  );
  const ofCommandLine = programMs(["dist/cli.cjs", "--version"]);
  print(`The command line starts in ${ofCommandLine} ms, Node alone in ${programMs(["--eval", "0"])} ms.`);
  print(
    `Medians of ${values.runs} runs; work is ${REQUESTS.toLocaleString("en")} requests, ${AT_ONCE} at a time.`,
  );
  await shutdown.exit(0);
} catch (error) {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  await shutdown.exit(1);
}

/** How long a program takes that has nothing to do, as a median. */
function programMs(args: string[]): string {
  const times = Array.from({ length: PROGRAM_STARTS }, () => {
    const startedAt = performance.now();
    execFileSync(process.execPath, args, { cwd: PROJECT });
    return performance.now() - startedAt;
  });
  return median(times).toFixed(0);
}

interface Start {
  answeredMs: number;
  restMib: number;
  workedMib: number;
  databaseMib: number;
}

async function start(dataDir: string): Promise<Start> {
  const startedAt = performance.now();
  const server = await startServer([RUNNER, "server/start.ts"], {
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: "1000",
  });
  try {
    await server.ready;
    await ask(server.origin, "/api/ready");
    const answeredMs = performance.now() - startedAt;
    await delay(REST_MS);
    const restMib = residentMib(processesOf(server.pid));
    await work(server.origin);
    const postmaster = Number(
      readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
    );
    const databaseMib = residentMib([postmaster, ...childrenOf(postmaster)]);
    return { answeredMs, restMib, workedMib: residentMib(processesOf(server.pid)), databaseMib };
  } finally {
    await server.stop();
  }
}

async function work(origin: string): Promise<void> {
  let asked = 0;
  const askOn = async (): Promise<void> => {
    while (asked < REQUESTS) await ask(origin, PATHS[asked++ % PATHS.length] ?? "/");
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
}

async function ask(origin: string, path: string): Promise<void> {
  const response = await fetch(origin + path);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
}

/** What several processes hold; what they share counts once in all. */
function residentMib(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + figureOf(`/proc/${pid}/smaps_rollup`, "Pss"), 0);
}

/** A figure that Linux tells of a process, in MiB; not a number where there is no such figure. */
function figureOf(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(file, "utf8"))?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

function rowOf(name: string, starts: Start[]): string[] {
  const middle = (figure: keyof Start) => median(starts.map((one) => one[figure]));
  const mib = (figure: keyof Start) => `${middle(figure).toFixed(0)} MiB`;
  return [
    name,
    `${(middle("answeredMs") / 1_000).toFixed(1)} s`,
    mib("restMib"),
    mib("workedMib"),
    mib("databaseMib"),
  ];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
