import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { describeUrls, readOrCreateSettings } from "../../db/embedded/settings.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { completeEnv, GENERATED_SECRETS, rawEnv, readEnv } from "../platform/env/env.ts";
import { type DataDir, DataDirInUse, openDataDir, readOrCreateSecrets } from "../process/data-dir.ts";

/**
 * Runs an operator's command on the database: on DATABASE_URL when it is set, else on the embedded one of DATA_DIR,
 * whether the application runs or not. The embedded one has the newest schema, and the environment its secrets.
 */
export async function withDatabase<T>(run: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = rawEnv();
  if (DATABASE_URL) return run(DATABASE_URL);
  const dataDir = resolve(readEnv(rawEnv()).DATA_DIR);
  const { url, close } = await connectToEmbedded(dataDir, (line) => process.stderr.write(`${line}\n`));
  try {
    // Before the secrets: an application that is just starting makes its own before it migrates, and we wait for that.
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

/** The embedded database for as long as a command needs it. */
export interface SessionRequest {
  url: string;
  /** Stops the server if this visit started it. */
  close(): Promise<void>;
}

/**
 * The database of the application that runs on `path`, or one started for this command alone while nothing runs there.
 * A command waits for another one that started a server, since that one will stop it.
 */
export async function connectToEmbedded(path: string, log: (line: string) => void): Promise<SessionRequest> {
  let deadline = Date.now() + CONNECT_TIMEOUT_MS;
  let isWaiting = false;
  let answeringPid: number | null = null;
  while (true) {
    const attempt = openUnlessHeld(path);
    if (!(attempt instanceof DataDirInUse)) return startServer(attempt, log);
    const { pid, purpose } = attempt.holder;
    if (purpose === "application") {
      const url = await findServer(path);
      // Asked twice: the application may have ended, and a command begun, before its server was found to answer.
      if (url && answeringPid === pid) return { url, close: async () => {} };
      answeringPid = url ? pid : null;
      if (!url && Date.now() > deadline) {
        throw new Error(`The database of ${path} is in use by process ${pid}, but does not answer.`);
      }
    } else {
      if (!isWaiting) log(`Waiting for the command of process ${pid}`);
      isWaiting = true;
      // However long that one takes, an application after it has all of the time to begin.
      deadline = Date.now() + CONNECT_TIMEOUT_MS;
    }
    await delay(50);
  }
}

async function startServer(dataDir: DataDir, log: (line: string) => void): Promise<SessionRequest> {
  try {
    const server = await startEmbedded({ dataDir: dataDir.path, log });
    return closeOnSignal({ url: server.url, close: () => server.stop().finally(dataDir.release) });
  } catch (error) {
    dataDir.release();
    throw error;
  }
}

function openUnlessHeld(path: string): DataDir | DataDirInUse {
  try {
    return openDataDir(path, "command");
  } catch (error) {
    if (error instanceof DataDirInUse) return error;
    throw error;
  }
}

/** Where the server of this directory answers; null while it does not. */
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

/** Ctrl-C reaches a command twice, from the terminal and from npm; both wait for the same orderly end. */
function closeOnSignal({ url, close }: SessionRequest): SessionRequest {
  let closing: Promise<void> | undefined;
  const closeOnce = () => {
    closing ??= close().finally(() => {
      for (const name of SIGNALS) process.off(name, abandon);
    });
    return closing;
  };
  const abandon = () => void closeOnce().finally(() => process.exit(130));
  for (const name of SIGNALS) process.on(name, abandon);
  return { url, close: closeOnce };
}

/** How long an application may take to answer; it may be just starting. */
const CONNECT_TIMEOUT_MS = 60_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
