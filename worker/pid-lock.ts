import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getStartTime } from "./processes.ts";

interface Holder {
  pid: number;
  start: string;
}

const RETRY_INTERVAL_MS = 100;

/**
 * PID lock of a worker's directory. The lock of a dead process is stale and replaced; that of a running one is waited for
 * up to `timeoutMs`.
 * @returns a function that releases it
 * @throws Error when another process still holds it
 */
export async function acquireLock(directory: string, timeoutMs = 0, signal?: AbortSignal) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "lock");
  const startedAt = performance.now();
  for (;;) {
    const holder = tryAcquire(path);
    if (!holder) return () => rmSync(path, { force: true });
    if (performance.now() - startedAt >= timeoutMs) {
      throw new Error(`Process ${holder.pid} already runs this worker. Use another --id or --spool.`);
    }
    await delay(RETRY_INTERVAL_MS, undefined, signal ? { signal } : {});
  }
}

/** One attempt. @returns the process that holds the lock; null if it was acquired */
function tryAcquire(path: string): Holder | null {
  const content = JSON.stringify({ pid: process.pid, start: getStartTime(process.pid) });
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(path, content, { flag: "wx", mode: 0o600 });
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 1) throw error;
      const holder = readHolder(path);
      if (holder && getStartTime(holder.pid) === holder.start) return holder;
      rmSync(path, { force: true });
    }
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return null;
  }
}
