import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { startEmbedded } from "../../db/embedded/embedded-postgres.ts";
import { describeUrls, readOrCreateSettings } from "../../db/embedded/settings.ts";
import { type DataDir, DataDirInUse, openDataDir } from "../data-dir.ts";

/** The embedded database for as long as a command needs it. */
export interface Visit {
  url: string;
  /** Stops the server if this visit started it. */
  close(): Promise<void>;
}

/**
 * The database of the application that runs on `path`, or one started for this command alone while nothing runs there.
 * A command waits for another one that started a server, since that one will stop it.
 */
export async function visitEmbedded(path: string, log: (line: string) => void): Promise<Visit> {
  let deadline = Date.now() + PATIENCE_MS;
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
      deadline = Date.now() + PATIENCE_MS;
    }
    await delay(50);
  }
}

async function startServer(dataDir: DataDir, log: (line: string) => void): Promise<Visit> {
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
function closeOnSignal({ url, close }: Visit): Visit {
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
const PATIENCE_MS = 60_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
