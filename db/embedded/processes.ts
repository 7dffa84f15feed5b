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

/** Activity of a process: a starved one is runnable and gets no processor time, a hung one is neither or spins. */
export interface ProcessActivity {
  /** Processor time of all its threads so far. */
  cpuMs: number;
  /** True if its main thread runs, or waits for a processor or a disk. */
  isRunnable: boolean;
}

/** Activity of the process with this pid, or null if it has exited. */
export function findActivity(pid: number): ProcessActivity | null {
  try {
    const [state = "", cpuMs] = hasProcFs ? readProcFsActivity(pid) : readPsActivity(pid);
    return { cpuMs, isRunnable: /^[RDU]/.test(state) };
  } catch {
    return null;
  }
}

const hasProcFs = existsSync("/proc/self/stat");

/** Clock ticks of `/proc/<pid>/stat`, 100 a second on every platform of Node. */
const TICK_MS = 10;

function readProcFsActivity(pid: number): [state: string | undefined, cpuMs: number] {
  const fields = readStat(pid);
  return [fields[0], (Number(fields[11]) + Number(fields[12])) * TICK_MS];
}

function readPsActivity(pid: number): [state: string | undefined, cpuMs: number] {
  const columns = ["-o", "stat=", "-o", "time=", "-p", String(pid)];
  const [state, time = ""] = execFileSync("ps", columns, { encoding: "utf8" }).trim().split(/\s+/);
  const seconds = time.split(/[-:]/).reduce((total, part) => total * 60 + Number(part), 0);
  return [state, seconds * 1_000];
}

/** Fields of `/proc/<pid>/stat` from number 3. The name before them may contain spaces and parentheses. */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function findInProcFs(pid: number): RunningProcess | null {
  try {
    const fields = readStat(pid);
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
