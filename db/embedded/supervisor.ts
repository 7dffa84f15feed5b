import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import {
  clearAfterKill,
  type Postmaster,
  readLogTail,
  spawnPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { describeUrls, type Settings } from "./settings.ts";
import type { Site } from "./site.ts";

export interface Server {
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  site: Site;
  settings: Settings;
  log: (line: string) => void;
  isDurable: boolean;
  /** A server found running, taken over instead of starting one. */
  orphan: Postmaster | null;
}

/** Resolves when the server answers; from then on it is started again whenever it dies, until `stop`. */
export async function superviseServer(options: SuperviseOptions): Promise<Server> {
  const { site, settings, log, isDurable, orphan } = options;
  let isStopping = false;
  let current = orphan ?? (await spawnCleanly(site, settings.port, isDurable));
  try {
    await waitUntilReady(site, settings, current);
  } catch (error) {
    await stopPostmaster(current);
    throw error;
  }
  if (orphan) log(`took over the running PostgreSQL (pid ${orphan.pid})`);

  async function watch(): Promise<void> {
    let failures = 0;
    while (!isStopping) {
      await current.exited;
      if (isStopping) return;
      if (failures === 0) log("PostgreSQL has died, starting it again");
      const diedAt = Date.now();
      try {
        current = await spawnCleanly(site, settings.port, isDurable);
        if (isStopping) return await stopPostmaster(current);
        await waitUntilReady(site, settings, current);
        log(`PostgreSQL is back after ${Date.now() - diedAt} ms`);
        failures = 0;
      } catch (error) {
        if (failures++ === 0 && !isStopping) log(error instanceof Error ? error.message : String(error));
        await delay(Math.min(100 * 2 ** failures, 2_000));
      }
    }
  }

  const watching = watch();
  return {
    async stop() {
      isStopping = true;
      await stopPostmaster(current);
      await watching;
    },
  };
}

async function spawnCleanly(site: Site, port: number, isDurable: boolean): Promise<Postmaster> {
  await clearAfterKill(site);
  return spawnPostmaster(site, port, isDurable);
}

/** Recovery after a crash may take a while (57P03): patient as long as the process lives. */
async function waitUntilReady(site: Site, settings: Settings, server: Postmaster): Promise<void> {
  while (!server.isGone()) {
    const answer = await askDirectory(describeUrls(settings).adminUrl);
    if (answer === site.cluster) return;
    await Promise.race([server.exited, delay(25)]);
  }
  throw new Error(`PostgreSQL ended while starting. Its log says:\n${readLogTail(site)}`);
}

async function askDirectory(adminUrl: string): Promise<string | null> {
  const sql = postgres(adminUrl, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
  try {
    const [row] = await sql<{ directory: string }[]>`select current_setting('data_directory') as directory`;
    return row?.directory ?? null;
  } catch (error) {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    // Class 28 is a refused password: waiting cannot help.
    if (code.startsWith("28"))
      throw new Error(`The password in postgres.json does not fit its cluster: ${message}`);
    return null;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
