import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { startEmbedded } from "@/db/embedded/embedded-postgres.ts";
import { describeUrls, readOrCreateSettings } from "@/db/embedded/settings.ts";
import { migrate } from "@/db/migrate.ts";
import { completeEnv, GENERATED_SECRETS, rawEnv, readEnv } from "@/server/core/env/env.ts";
import { type DataDir, DataDirInUse, openDataDir, readOrCreateSecrets } from "../process/data-dir.ts";

/**
 * Runs a command on DATABASE_URL or, without it, on the embedded database of DATA_DIR, which it starts unless the
 * application runs. It migrates the embedded database first, and adds its secrets to the environment.
 */
export async function withDatabase<T>(run: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = rawEnv();
  if (DATABASE_URL) return run(DATABASE_DIRECT_URL || DATABASE_URL);
  const dataDir = resolve(readEnv(rawEnv()).DATA_DIR);
  const { url, close } = await connectToEmbedded(dataDir, (line) => process.stderr.write(`${line}\n`));
  try {
    // Before the secrets: a starting application creates them before it migrates, and this waits for its migration.
    await migrate(url);
    completeEnv({ ...secretsOf(dataDir), DATA_DIR: dataDir, DATABASE_URL: url, DRYDOCK_EMBEDDED: "true" });
    return await run(url);
  } finally {
    await close();
  }
}

function secretsOf(dataDir: string): Record<string, string> {
  const unset = GENERATED_SECRETS.filter((name) => !rawEnv()[name]);
  return readOrCreateSecrets(dataDir, unset);
}

export interface EmbeddedConnection {
  url: string;
  /** Stops the server if this command started it. */
  close(): Promise<void>;
}

/**
 * Connection to the embedded database in `path`: to the server of the running application, or to one that this command
 * starts. It waits while another command holds the directory, because that one will stop its server.
 * @throws Error when the application's database does not answer within `CONNECT_TIMEOUT_MS`
 */
export async function connectToEmbedded(
  path: string,
  log: (line: string) => void,
): Promise<EmbeddedConnection> {
  let deadline = Date.now() + CONNECT_TIMEOUT_MS;
  let isWaiting = false;
  let respondingPid: number | null = null;
  while (true) {
    const attempt = tryOpenDataDir(path);
    if (!(attempt instanceof DataDirInUse)) return startServer(attempt, log);
    const { pid, purpose } = attempt.holder;
    if (purpose === "application") {
      const url = await findServer(path);
      // Checked twice: a command may have replaced the application before its server answered.
      if (url && respondingPid === pid) return { url, close: async () => {} };
      respondingPid = url ? pid : null;
      if (!url && Date.now() > deadline) {
        throw new Error(`The database of ${path} is in use by process ${pid}, but does not respond.`);
      }
    } else {
      if (!isWaiting) log(`Waiting for the command of process ${pid}`);
      isWaiting = true;
      // An application that starts after that command gets the full timeout.
      deadline = Date.now() + CONNECT_TIMEOUT_MS;
    }
    await delay(50);
  }
}

async function startServer(dataDir: DataDir, log: (line: string) => void): Promise<EmbeddedConnection> {
  try {
    const server = await startEmbedded({ dataDir: dataDir.path, log });
    return closeOnSignal({ url: server.url, close: () => server.stop().finally(dataDir.release) });
  } catch (error) {
    dataDir.release();
    throw error;
  }
}

function tryOpenDataDir(path: string): DataDir | DataDirInUse {
  try {
    return openDataDir(path, "command");
  } catch (error) {
    if (error instanceof DataDirInUse) return error;
    throw error;
  }
}

/** URL of the directory's server, or null while it does not answer. */
async function findServer(path: string): Promise<string | null> {
  if (!existsSync(join(path, "postgres", "postmaster.pid"))) return null;
  const { url } = describeUrls(readOrCreateSettings(path));
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => {} });
  try {
    await sql`select 1`;
    return url;
  } catch {
    return null;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Closes once, also on signals. Ctrl-C arrives twice, from the terminal and from npm. */
function closeOnSignal({ url, close }: EmbeddedConnection): EmbeddedConnection {
  let closing: Promise<void> | undefined;
  const closeOnce = () => {
    closing ??= close().finally(() => {
      for (const name of SIGNALS) process.off(name, closeAndExit);
    });
    return closing;
  };
  const closeAndExit = () => void closeOnce().finally(() => process.exit(130));
  for (const name of SIGNALS) process.on(name, closeAndExit);
  return { url, close: closeOnce };
}

/** Maximum start time of the application's database. */
const CONNECT_TIMEOUT_MS = 60_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
