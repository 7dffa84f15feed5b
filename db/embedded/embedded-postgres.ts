import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { ensureCluster, ensureDatabase } from "./cluster.ts";
import { type Installation, prepareInstallation } from "./installation.ts";
import { findPostmaster } from "./postmaster.ts";
import { claimFreePort, describeUrls, readOrCreateSettings, type Settings } from "./settings.ts";
import { type SupervisedServer, superviseServer } from "./supervisor.ts";

export interface EmbeddedPostgres {
  /** For the application: role `drydock`, neither superuser nor exempt from row-level security. */
  url: string;
  /** The superuser's, for tests that create databases. */
  adminUrl: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: (line: string) => void;
  /** Switched off only for throw-away databases in tests. */
  isDurable?: boolean;
}

/**
 * Embedded PostgreSQL from npm's binaries on `<dataDir>/postgres`: created at the first start, and restarted within seconds
 * under the same URL when it dies. A server left by a killed parent is adopted. One caller at a time may use a directory,
 * by the lock on DATA_DIR.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = openDirectory(options.dataDir);
  const installation = await prepareInstallation(dataDir);
  const recorded = readOrCreateSettings(dataDir);
  await ensureCluster(installation, recorded);
  const { server, settings } = await startServer(installation, recorded, options);
  const urls = describeUrls(settings);
  try {
    await ensureDatabase(urls.adminUrl, settings);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...urls, stop: server.stop };
}

async function startServer(
  installation: Installation,
  recorded: Settings,
  { log, isDurable = true }: EmbeddedOptions,
): Promise<{ server: SupervisedServer; settings: Settings }> {
  for (let attempt = 1; ; attempt++) {
    const orphan = findPostmaster(installation);
    const settings = orphan
      ? { ...recorded, port: orphan.port }
      : await claimFreePort(installation.dataDir, recorded);
    try {
      return { server: await superviseServer({ installation, settings, log, isDurable, orphan }), settings };
    } catch (error) {
      // Another program may have taken the port in between, or an orphan was just shutting down.
      if (attempt === 3) throw error;
      log(
        `PostgreSQL did not start, trying again: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

/** Mode 0711: as root, PostgreSQL runs as another user, who must pass through the directory but need not list it. */
function openDirectory(path: string): string {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o711 });
  return realpathSync(path);
}
