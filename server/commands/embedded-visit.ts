import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { describeUrls, readOrCreateSettings } from "../../db/embedded/settings.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { type DataDir, DataDirInUse, openDataDir } from "../data-dir.ts";
import { tryLock } from "../file-lock.ts";

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
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const dataDir = openUnlessHeld(path);
    if (dataDir) return startServer(dataDir, log);
    const url = await findServer(path);
    // A command marks itself before it starts a server, so an unmarked one is the application's.
    if (url && !isMarked(path)) return { url, close: async () => {} };
    if (Date.now() > deadline) throw new Error(`The database of ${path} is in use, but does not answer.`);
    await delay(50);
  }
}

async function startServer(dataDir: DataDir, log: (line: string) => void): Promise<Visit> {
  const mark = tryLock(join(dataDir.path, MARK));
  const leave = () => {
    if (mark.holderPid === null) mark.release();
    dataDir.release();
  };
  try {
    const server = await startEmbedded({ dataDir: dataDir.path, log });
    return closeOnSignal({ url: server.url, close: () => server.stop().finally(leave) });
  } catch (error) {
    leave();
    throw error;
  }
}

/** Null while somebody else has it. */
function openUnlessHeld(path: string): DataDir | null {
  try {
    return openDataDir(path);
  } catch (error) {
    if (error instanceof DataDirInUse) return null;
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

function isMarked(path: string): boolean {
  const attempt = tryLock(join(path, MARK));
  if (attempt.holderPid === null) attempt.release();
  return attempt.holderPid !== null;
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

const MARK = "command-lock";
const PATIENCE_MS = 30_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
