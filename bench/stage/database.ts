import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "../../db/embedded/embedded-postgres.ts";
import { findProcess } from "../../db/embedded/processes.ts";
import { migrate } from "../../db/migrate.ts";
import { PROJECT } from "./server-process.ts";

export interface BenchDatabase {
  url: string;
  /** The superuser's, for whoever makes further databases. */
  adminUrl: string;
  /** For the data of the product under test, too. */
  directory: string;
  stop: () => Promise<void>;
}

/**
 * Starts an empty, migrated PostgreSQL of its own with the settings of production, fsync included. It lies on the disk
 * of the checkout, since a temporary directory may be kept in memory.
 */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const parent = join(PROJECT, ".build", "bench");
  mkdirSync(parent, { recursive: true });
  removeAbandoned(parent);
  const directory = join(parent, String(process.pid));
  mkdirSync(directory, { mode: 0o711 });
  const server = await startEmbedded({ dataDir: join(directory, "database"), log: () => undefined });
  const stop = async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await migrate(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, adminUrl: server.adminUrl, directory, stop };
}

/** What killed runs left. A PostgreSQL that misses its directory ends by itself within a minute. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!findProcess(Number(name))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
