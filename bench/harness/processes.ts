import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Ids of a server's process and of those that render its pages, without its database. */
export const serverPids = (pid: number): number[] => [pid, ...childPids(pid).filter(isPageProcess)];

/** Ids of child processes; empty where the system has no /proc. */
export function childPids(pid: number): number[] {
  return readProc(`${pid}/task/${pid}/children`)?.match(/\d+/g)?.map(Number) ?? [];
}

/** CPU seconds that a server has used so far; null where the system has no /proc. */
export function readCpuSeconds(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  return serverPids(pid).reduce<number | null>((sum, one) => {
    const stat = readProc(`${one}/stat`);
    if (sum === null || stat === null) return null;
    // The name in parentheses may itself hold blanks and parentheses; what follows it starts at field 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
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
