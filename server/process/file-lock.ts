import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { findProcess } from "@/db/embedded/processes.ts";

export type LockAttempt =
  | { holderPid: null; release(): void }
  | { holderPid: number; holderPurpose: string | undefined };

/**
 * Lock file of a process: acquires it without waiting, or returns the holder's pid and purpose. The lock of a process that
 * has exited is stale, also when its pid was reused; it is taken over.
 */
export function tryLock(path: string, purpose?: string): LockAttempt {
  const self: Holder = { pid: process.pid, startId: findProcess(process.pid)?.startId ?? "", purpose };
  const ticket = `${path}.${randomUUID()}`;
  writeFileSync(ticket, JSON.stringify(self), { mode: 0o600 });
  try {
    while (!tryLink(ticket, path)) {
      const holder = readHolder(path);
      if (!holder) continue;
      if (isRunning(holder)) return heldBy(holder);
      const rival = takeOver(ticket, path, holder);
      if (rival === "acquired") break;
      if (rival) return heldBy(rival);
    }
  } finally {
    rmSync(ticket, { force: true });
  }
  return {
    holderPid: null,
    release: () => {
      if (isSame(readHolder(path), self)) rmSync(path, { force: true });
    },
  };
}

/** Lock file as of `tryLock`, once its holder releases it. `onWait` gets the pid of the first holder. @returns its release */
export async function waitForLock(
  path: string,
  { signal, onWait }: { signal?: AbortSignal | undefined; onWait?: (holderPid: number) => void } = {},
): Promise<() => void> {
  for (let attempt = 1; ; attempt++) {
    const lock = tryLock(path);
    if (lock.holderPid === null) return lock.release;
    if (attempt === 1) onWait?.(lock.holderPid);
    await delay(POLL_INTERVAL_MS, undefined, signal ? { signal } : {});
  }
}

const POLL_INTERVAL_MS = 100;

/** True when a running process holds the lock. */
export function isLocked(path: string): boolean {
  const holder = readHolder(path);
  return holder !== null && isRunning(holder);
}

interface Holder {
  pid: number;
  startId: string;
  purpose?: string | undefined;
}

const heldBy = ({ pid, purpose }: Holder) => ({ holderPid: pid, holderPurpose: purpose });

/**
 * Takeover of a stale lock: replaces it by the ticket. A second lock file per stale holder serializes takeovers; its owner
 * reads the lock again, so that a late process does not replace a new holder.
 * @returns "acquired", the process that is taking over, or null to try again
 */
function takeOver(ticket: string, path: string, stale: Holder): Holder | "acquired" | null {
  const takeover = `${path}.after-${stale.pid}-${stale.startId.replaceAll(/\W/g, "-")}`;
  if (!tryLink(ticket, takeover)) {
    const rival = readHolder(takeover);
    if (rival && isRunning(rival)) return rival;
    rmSync(takeover, { force: true });
    return null;
  }
  try {
    if (!isSame(readHolder(path), stale)) return null;
    renameSync(ticket, path);
    return "acquired";
  } finally {
    rmSync(takeover, { force: true });
  }
}

function isRunning(holder: Holder): boolean {
  return findProcess(holder.pid)?.startId === holder.startId;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Holder by the lock file, or null without one. A file truncated by a power failure counts as stale. */
function readHolder(path: string): Holder | null {
  try {
    const { pid, startId, purpose } = JSON.parse(readFileSync(path, "utf8")) as Holder;
    return { pid, startId, purpose };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : { pid: 0, startId: "" };
  }
}

function isSame(one: Holder | null, other: Holder): boolean {
  return one?.pid === other.pid && one.startId === other.startId;
}
