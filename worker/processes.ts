import { existsSync, readdirSync, readFileSync } from "node:fs";

const hasProcFs = existsSync("/proc/self/stat");

/** What tells a process from a later one with the same pid; null when there is no such process. */
export function startOf(pid: number): string | null {
  if (!hasProcFs) return canSignal(pid) ? "unknown" : null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may itself hold blanks; what follows it starts at field 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return "ZXx".includes(fields[0] ?? "") ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/**
 * Kills whatever a build has left running, by its mark in their environment: also what left the process group. Where the
 * system shows no environments, the group is all that can be reached.
 */
export function killLeftovers(buildId: string): void {
  for (const pid of hasProcFs
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []) {
    if (belongsTo(pid, buildId)) signal(pid, "SIGKILL");
  }
}

/** Signals a process group, if it is still there. */
export const signalGroup = (leader: number, name: NodeJS.Signals): void => signal(-leader, name);

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

function belongsTo(pid: number, buildId: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`BUILD_ID=${buildId}`);
  } catch {
    return false;
  }
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
