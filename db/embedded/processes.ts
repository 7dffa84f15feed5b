import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

export interface RunningProcess {
  pid: number;
  /** Distinguishes processes with the same pid, also across reboots. */
  startId: string;
  command: string;
}

/**
 * Process with this pid, or null. A zombie counts as exited: where init does not reap zombies, `kill(pid, 0)` reports them
 * alive forever.
 */
export function findProcess(pid: number): RunningProcess | null {
  if (!Number.isInteger(pid) || pid < 1) return null;
  return hasProcFs ? findInProcFs(pid) : findWithPs(pid);
}

/** Processes whose working directory is `directory`; empty on systems without /proc. */
export function listProcessesIn(directory: string): RunningProcess[] {
  if (!hasProcFs) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && readWorkingDirectory(pid) === directory)
    .map(findProcess)
    .filter((found) => found !== null);
}

const hasProcFs = existsSync("/proc/self/stat");

function findInProcFs(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces and parentheses; the fields after it start at number 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, startTicks] = [fields[0] ?? "", fields[19] ?? ""];
    if ("ZXx".includes(state)) return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return { pid, startId: `${readBootId()}:${startTicks}`, command };
  } catch {
    return null;
  }
}

/** Length of `lstart`, such as "Tue Nov 24 20:05:41 2026". */
const LSTART_LENGTH = 24;

function findWithPs(pid: number): RunningProcess | null {
  try {
    const columns = ["-ww", "-o", "stat=", "-o", "lstart=", "-o", "command=", "-p", String(pid)];
    const line = execFileSync("/usr/bin/env", ["LC_ALL=C", "ps", ...columns], { encoding: "utf8" });
    const [state = ""] = line.trim().split(" ", 1);
    const rest = line.trim().slice(state.length).trim();
    if (rest.length < LSTART_LENGTH || state.startsWith("Z")) return null;
    return { pid, startId: rest.slice(0, LSTART_LENGTH), command: rest.slice(LSTART_LENGTH).trim() };
  } catch {
    return null;
  }
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function readWorkingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
