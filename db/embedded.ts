import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { ensureCluster, ensureDatabase } from "./embedded/cluster.ts";
import { findPostmaster } from "./embedded/postmaster.ts";
import { claimFreePort, describeUrls, readOrCreateSettings, type Settings } from "./embedded/settings.ts";
import { prepareSite, type Site } from "./embedded/site.ts";
import { type Server, superviseServer } from "./embedded/supervisor.ts";

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
 * Starts PostgreSQL from npm's binaries on `<dataDir>/postgres`, creates it at the first start, and keeps it
 * running: after its death it is back within seconds under the same URL. A server left by a killed parent is
 * taken over. Only one caller at a time may use a directory; the lock on DATA_DIR sees to that.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = openDirectory(options.dataDir);
  const site = await prepareSite(dataDir);
  const recorded = readOrCreateSettings(dataDir);
  await ensureCluster(site, recorded);
  const { server, settings } = await startServer(site, recorded, options);
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
  site: Site,
  recorded: Settings,
  { log, isDurable = true }: EmbeddedOptions,
): Promise<{ server: Server; settings: Settings }> {
  for (let attempt = 1; ; attempt++) {
    const orphan = findPostmaster(site);
    const settings = orphan
      ? { ...recorded, port: orphan.port }
      : await claimFreePort(site.dataDir, recorded);
    try {
      return { server: await superviseServer({ site, settings, log, isDurable, orphan }), settings };
    } catch (error) {
      // Another program may have taken the port in between, or an orphan was just shutting down.
      if (attempt === 3) throw error;
      log(
        `PostgreSQL did not start, trying again: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

/** Others may pass through the directory but not list it: as root, PostgreSQL runs as another user. */
function openDirectory(path: string): string {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o711 });
  return realpathSync(path);
}
