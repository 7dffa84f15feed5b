import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbedded } from "@/db/embedded/embedded-postgres.ts";
import { findProcess } from "@/db/embedded/processes.ts";
import { migrate } from "@/db/migrate.ts";
import type { Shutdown } from "@/server/process/shutdown.ts";
import { PROJECT } from "./server-process.ts";

export interface BenchPostgres {
  /** Data directory for the product and its files. */
  directory: string;
  createDatabase: (name: string) => Promise<BenchDatabase>;
}

export interface BenchDatabase {
  /** URL for the product's role. */
  url: string;
  /** One connection of the superuser, for whom row-level security hides nothing. */
  sql: postgres.Sql;
}

/**
 * Temporary PostgreSQL with the settings of production, fsync included. It lies on the disk of the checkout, since a
 * temporary directory may be kept in memory.
 */
export async function startBenchPostgres(shutdown: Shutdown): Promise<BenchPostgres> {
  const directory = makeBenchDirectory();
  shutdown.onStop(() => rmSync(directory, { recursive: true, force: true }));
  const server = await startEmbedded({ dataDir: join(directory, "database"), log: () => undefined });
  shutdown.onStop(() => server.stop());
  const createDatabase = async (name: string): Promise<BenchDatabase> => {
    const withName = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const root = postgres(server.adminUrl, { max: 1 });
    await root`create database ${root(name)} owner drydock`;
    await root.end();
    const url = withName(server.url);
    await migrate(url);
    const sql = postgres(withName(server.adminUrl), { max: 1, onnotice: () => undefined });
    shutdown.onStop(() => sql.end());
    return { url, sql };
  };
  return { directory, createDatabase };
}

/** Creates the directory of this run, and removes those of killed runs. Their PostgreSQL ends within a minute. */
export function makeBenchDirectory(): string {
  const parent = join(PROJECT, ".build", "bench");
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    if (!findProcess(Number(name))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const directory = join(parent, String(process.pid));
  mkdirSync(directory, { mode: 0o711 });
  return directory;
}
