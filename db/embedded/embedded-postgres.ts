import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { ensureCluster, ensureDatabase } from "./cluster.ts";
import { type Installation, prepareInstallation } from "./installation.ts";
import { findPostmaster } from "./postmaster.ts";
import { claimFreePort, describeUrls, readOrCreateSettings, type Settings } from "./settings.ts";
import { type SupervisedServer, superviseServer } from "./supervisor.ts";

export interface EmbeddedPostgres {
  /** URL for the application: role `drydock`, no superuser and subject to row-level security. */
  url: string;
  /** URL of the superuser, for tests that create databases. */
  adminUrl: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: (line: string) => void;
  /** False only for temporary databases in tests. */
  isDurable?: boolean;
}

/**
 * Embedded PostgreSQL from npm's binaries on `<dataDir>/postgres`: created at the first start, and restarted within seconds
 * under the same URL when it dies. A server left by a killed parent is adopted. The lock on DATA_DIR ensures one caller per
 * directory.
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
      // Another program may have bound the port meanwhile, or an orphan was shutting down.
      if (attempt === 3) throw error;
      log(`PostgreSQL did not start; retrying: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Mode 0711: as root, PostgreSQL runs as another user, who must pass through the directory but need not list it. */
function openDirectory(path: string): string {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o711 });
  return realpathSync(path);
}
