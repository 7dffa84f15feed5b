import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import type { Installation } from "./installation.ts";
import {
  clearAfterKill,
  type Postmaster,
  readLogTail,
  spawnPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { describeUrls, type Settings } from "./settings.ts";

export interface SupervisedServer {
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  installation: Installation;
  settings: Settings;
  log: (line: string) => void;
  isDurable: boolean;
  /** Running server to adopt instead of starting one. */
  orphan: Postmaster | null;
}

/** Supervisor of the server: resolves when it accepts connections, then restarts it with backoff when it exits. */
export async function superviseServer(options: SuperviseOptions): Promise<SupervisedServer> {
  const { installation, settings, log, isDurable, orphan } = options;
  let isStopping = false;
  let current = orphan ?? (await spawnCleanly(installation, settings.port, isDurable));
  try {
    await waitUntilReady(installation, settings, current);
  } catch (error) {
    await stopPostmaster(current);
    throw error;
  }
  if (orphan) log(`using the running PostgreSQL (pid ${orphan.pid})`);

  async function watch(): Promise<void> {
    let failures = 0;
    while (!isStopping) {
      await current.exited;
      if (isStopping) return;
      if (failures === 0) log("PostgreSQL exited; restarting");
      const diedAt = Date.now();
      try {
        current = await spawnCleanly(installation, settings.port, isDurable);
        if (isStopping) return await stopPostmaster(current);
        await waitUntilReady(installation, settings, current);
        log(`PostgreSQL restarted after ${Date.now() - diedAt} ms`);
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

async function spawnCleanly(
  installation: Installation,
  port: number,
  isDurable: boolean,
): Promise<Postmaster> {
  await clearAfterKill(installation);
  return spawnPostmaster(installation, port, isDurable);
}

/** Readiness probe without a timeout while the process lives: crash recovery may take long (57P03). */
async function waitUntilReady(
  installation: Installation,
  settings: Settings,
  server: Postmaster,
): Promise<void> {
  while (!server.isGone()) {
    const answer = await fetchDataDirectory(describeUrls(settings).adminUrl);
    if (answer === installation.cluster) return;
    await Promise.race([server.exited, delay(25)]);
  }
  throw new Error(`PostgreSQL exited during startup. Its log:\n${readLogTail(installation)}`);
}

async function fetchDataDirectory(adminUrl: string): Promise<string | null> {
  const sql = postgres(adminUrl, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
  try {
    const [row] = await sql<{ directory: string }[]>`select current_setting('data_directory') as directory`;
    return row?.directory ?? null;
  } catch (error) {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    // Class 28: invalid password, so a retry cannot succeed.
    if (code.startsWith("28"))
      throw new Error(`The password in postgres.json does not match the cluster: ${message}`);
    return null;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
