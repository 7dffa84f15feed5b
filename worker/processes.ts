import { existsSync, readdirSync, readFileSync } from "node:fs";

const hasProcFs = existsSync("/proc/self/stat");

/** Start time of a process, which differs between processes that share a pid; null without such a process. */
export function getStartTime(pid: number): string | null {
  if (!hasProcFs) return sendSignal(pid, 0) ? "unknown" : null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name in parentheses may contain spaces; field 3 follows it.
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return "ZXx".includes(state) ? null : (fields[18] ?? null);
  } catch {
    return null;
  }
}

/**
 * Kills processes that a build left running, also outside its process group, by `BUILD_ID` in their environment. Needs
 * /proc; elsewhere only the group can be killed.
 */
export function killOrphans(buildId: string): void {
  if (!hasProcFs) return;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const pid of pids.map(Number)) if (belongsToBuild(pid, buildId)) sendSignal(pid, "SIGKILL");
}

export const signalGroup = (leader: number, signal: NodeJS.Signals): void => void sendSignal(-leader, signal);

/** @returns whether the process exists */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function belongsToBuild(pid: number, buildId: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`BUILD_ID=${buildId}`);
  } catch {
    return false;
  }
}
