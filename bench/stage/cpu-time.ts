import { readFileSync } from "node:fs";
import { processesOf } from "./processes.ts";

const TICKS_PER_SECOND = 100;

/** Seconds of processor that a server has used so far; null where the system does not tell. */
export function readCpuSeconds(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  const seconds = processesOf(pid).map(secondsOf);
  return seconds.includes(null) ? null : seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

function secondsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may itself hold blanks and parentheses; what follows it starts at field 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
