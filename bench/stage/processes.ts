import { readFileSync } from "node:fs";

/** The children of a process; none where the system does not tell. */
export function childrenOf(pid: number): number[] {
  try {
    const words = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return words === "" ? [] : words.split(" ").map(Number);
  } catch {
    return [];
  }
}

/** A server with what renders its pages, and without its database. */
export const processesOf = (pid: number): number[] => [pid, ...childrenOf(pid).filter(isPageProcess)];

function isPageProcess(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("server/pages/page-process");
  } catch {
    return false;
  }
}
