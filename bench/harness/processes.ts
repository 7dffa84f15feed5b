import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Ids of a server's process and of those that render its pages, without its database. */
export const serverPids = (pid: number): number[] => [pid, ...childPids(pid).filter(isPageProcess)];

/** Ids of child processes; empty where the system has no /proc. */
export function childPids(pid: number): number[] {
  return readProc(`${pid}/task/${pid}/children`)?.match(/\d+/g)?.map(Number) ?? [];
}

/** Ids of child processes, of theirs, and so on. */
export const descendants = (pid: number): number[] =>
  childPids(pid).flatMap((child) => [child, ...descendants(child)]);

/** CPU seconds that a server has used so far; null where the system has no /proc. */
export function readCpuSeconds(pid: number | undefined): number | null {
  return pid === undefined ? null : sumCpuSeconds(serverPids(pid));
}

/** CPU seconds of processes and of their ended children so far; null where the system has no /proc. */
export function sumCpuSeconds(pids: readonly number[]): number | null {
  return pids.reduce<number | null>((sum, pid) => {
    const stat = readProc(`${pid}/stat`);
    if (sum === null || stat === null) return null;
    // The name in parentheses may itself hold blanks and parentheses; what follows it starts at field 3.
    const ticks = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15);
    return sum + ticks.reduce((total, count) => total + Number(count), 0) / TICKS_PER_SECOND;
  }, 0);
}

/** Proportional set size of several processes in MiB: shared memory counts once. NaN where the system has no /proc. */
export function readMemoryMib(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const kib = /^Pss:\s+(\d+) kB/m.exec(readProc(`${pid}/smaps_rollup`) ?? "")?.[1];
    return sum + Number(kib) / 1_024;
  }, 0);
}

const isPageProcess = (pid: number): boolean =>
  readProc(`${pid}/cmdline`)?.includes("server/pages/page-process") ?? false;

function readProc(path: string): string | null {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return null;
  }
}
