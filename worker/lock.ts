import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startOf } from "./processes.ts";

/**
 * Takes a worker's directory for this process; a holder that was killed holds nothing any more.
 * @throws Error when another process has it
 */
export function lockDirectory(directory: string): { release: () => void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "lock");
  const own = JSON.stringify({ pid: process.pid, start: startOf(process.pid) });
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(path, own, { flag: "wx", mode: 0o600 });
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isFirst) throw error;
      const holder = readHolder(path);
      if (holder && startOf(holder.pid) === holder.start) {
        throw new Error(`Process ${holder.pid} is this worker already; give another --id or --spool.`);
      }
      rmSync(path, { force: true });
    }
  }
}

function readHolder(path: string): { pid: number; start: string } | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as { pid: number; start: string };
  } catch {
    return null;
  }
}
