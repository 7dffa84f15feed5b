import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { describeUrls, readOrCreateSettings } from "../db/embedded/settings.ts";
import { RUNNER } from "../server/process/build.ts";
import type { Shutdown } from "../server/process/shutdown.ts";
import { makeBenchDirectory } from "./harness/database.ts";
import { descendants, readMemoryMib, sumCpuSeconds } from "./harness/processes.ts";
import { print, runBenchmark } from "./harness/program.ts";
import { formatTable } from "./harness/report.ts";
import { startServer } from "./harness/server-process.ts";

/**
 * Cost of `npm start` without any request: processor time and statements over a minute, one minute after the start,
 * embedded database included. `npm run bench:idle`, with `--processes 10` for ten web processes.
 */
const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "1" },
    /** Seconds before the measurement, and of it. */
    seconds: { type: "string", default: "60" },
  },
});
const seconds = Number(values.seconds);

await runBenchmark(measureIdle);

async function measureIdle(shutdown: Shutdown): Promise<boolean> {
  const dataDir = makeBenchDirectory();
  shutdown.onStop(() => rmSync(dataDir, { recursive: true, force: true }));
  const program = {
    args: [RUNNER, "server/start.ts"],
    env: { DATA_DIR: dataDir, WEB_CONCURRENCY: values.processes },
  };
  // The first start creates the database; what is measured is a later one.
  const first = await startServer(program, shutdown);
  await withAdmin(dataDir, (sql) => sql`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await first.stop();
  const { pid } = await startServer(program, shutdown);
  await withAdmin(dataDir, (sql) => sql`create extension if not exists pg_stat_statements`);
  await delay(seconds * 1_000);
  const postmaster = Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
  const readPids = () => {
    const ofDatabase = [postmaster, ...descendants(postmaster)];
    return { ofDatabase, ofServer: [pid, ...descendants(pid)].filter((one) => !ofDatabase.includes(one)) };
  };
  const readCounters = async () => {
    const { ofDatabase, ofServer } = readPids();
    const counted = await withAdmin(dataDir, countStatements);
    return {
      ...counted,
      server: sumCpuSeconds(ofServer) ?? Number.NaN,
      database: sumCpuSeconds(ofDatabase) ?? Number.NaN,
    };
  };
  const before = await readCounters();
  const startedAt = performance.now();
  await delay(seconds * 1_000);
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  const after = await readCounters();
  const { ofDatabase, ofServer } = readPids();
  const share = (key: "server" | "database") =>
    `${(((after[key] - before[key]) / elapsedSeconds) * 100).toFixed(2)} %`;
  const rate = (key: "statements" | "transactions") =>
    `${((after[key] - before[key]) / elapsedSeconds).toFixed(2)}/s`;
  const memory = (pids: number[]) => `${readMemoryMib(pids).toFixed(0)} MiB`;
  print(
    formatTable(
      [`${values.processes} web process(es)`, "of one core", "memory", "statements", "transactions"],
      [
        ["Node.js", share("server"), memory(ofServer), "", ""],
        ["PostgreSQL", share("database"), memory(ofDatabase), rate("statements"), rate("transactions")],
      ],
    ),
  );
  return true;
}

/** Runs `query` as the embedded server's administrator, whose connection then closes. */
async function withAdmin<T>(dataDir: string, query: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const { adminUrl } = describeUrls(readOrCreateSettings(dataDir));
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    return await query(sql);
  } finally {
    await sql.end();
  }
}

async function countStatements(sql: postgres.Sql): Promise<{ statements: number; transactions: number }> {
  const [row] = await sql<{ statements: number; transactions: number }[]>`
    select (select sum(calls)::float8 from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where datname = 'drydock') as statements,
      (select (xact_commit + xact_rollback)::float8 from pg_stat_database where datname = 'drydock') as transactions`;
  if (!row) throw new Error("the database returned no counts");
  return row;
}
