import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Seconds of processor that a process has used so far; null where the system does not tell. */
export function readCpuSeconds(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may itself hold blanks and parentheses; what follows it starts at field 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
