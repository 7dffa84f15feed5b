import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startOf } from "./processes.ts";

export interface Lock {
  release: () => void;
}

const LOOK_AGAIN_AFTER_MS = 100;

/**
 * Takes a worker's directory for this process; a holder that was killed holds nothing any more. One that is about to end
 * is waited for as long as `patienceMs`.
 * @throws Error when another process has it
 */
export async function lockDirectory(directory: string, patienceMs = 0, signal?: AbortSignal): Promise<Lock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "lock");
  const askedAt = performance.now();
  for (;;) {
    const taken = take(path);
    if ("release" in taken) return taken;
    if (performance.now() - askedAt >= patienceMs) {
      throw new Error(`Process ${taken.pid} is this worker already; give another --id or --spool.`);
    }
    await delay(LOOK_AGAIN_AFTER_MS, undefined, signal ? { signal } : {});
  }
}

function take(path: string): Lock | Holder {
  const own = JSON.stringify({ pid: process.pid, start: startOf(process.pid) });
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(path, own, { flag: "wx", mode: 0o600 });
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isFirst) throw error;
      const holder = readHolder(path);
      if (holder && startOf(holder.pid) === holder.start) return holder;
      rmSync(path, { force: true });
    }
  }
}

interface Holder {
  pid: number;
  start: string;
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return null;
  }
}
