import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { findProcess } from "../../db/embedded/processes.ts";

export type LockAttempt =
  | { holderPid: null; release(): void }
  | { holderPid: number; holderPurpose: string | undefined };

/**
 * Takes the lock file for this process, or tells which process has it and what for.
 * A holder that was killed, or whose pid another process has meanwhile, holds nothing any more.
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
      const rival = inherit(ticket, path, holder);
      if (rival === "ours") break;
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

interface Holder {
  pid: number;
  startId: string;
  purpose?: string | undefined;
}

const heldBy = ({ pid, purpose }: Holder) => ({ holderPid: pid, holderPurpose: purpose });

/**
 * Replaces a dead holder's lock by our ticket. Only one can be its heir, and the heir looks again before it
 * replaces: whoever was slow finds the next holder there and leaves it alone.
 * "ours" when we have the lock, the rival that is about to have it, or null when all has to be looked at anew.
 */
function inherit(ticket: string, path: string, dead: Holder): Holder | "ours" | null {
  const heir = `${path}.after-${dead.pid}-${dead.startId.replaceAll(/\W/g, "-")}`;
  if (!tryLink(ticket, heir)) {
    const rival = readHolder(heir);
    if (rival && isRunning(rival)) return rival;
    rmSync(heir, { force: true });
    return null;
  }
  try {
    if (!isSame(readHolder(path), dead)) return null;
    renameSync(ticket, path);
    return "ours";
  } finally {
    rmSync(heir, { force: true });
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

/** Null when the file is gone; a file cut short by a power failure belongs to nobody that runs. */
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
