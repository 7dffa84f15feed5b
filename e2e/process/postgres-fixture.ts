import type { SpawnOptions } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProcess, listProcessesIn } from "@/db/embedded/processes.ts";
import { killIfAlive, type Program, startProgram } from "./program.ts";

export interface Host extends Program {
  url: string;
  adminUrl: string;
}

/** Starts a process with an embedded PostgreSQL and waits until it answers. */
export async function startHost(dataDir: string, options: SpawnOptions = {}): Promise<Host> {
  const program = startProgram("e2e/process/postgres-host.ts", [dataDir], options);
  const [, json = ""] = await program.waitFor(/^ready (.*)$/m);
  return { ...program, ...(JSON.parse(json) as { url: string; adminUrl: string }) };
}

/** Stops a host with SIGTERM. */
export async function stopHost(host: Host): Promise<number | string> {
  process.kill(host.pid, "SIGTERM");
  return host.exited;
}

/** Temporary directory that other users can traverse. */
export function makeTempDirectory(mode = 0o711): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "drydock-process-"));
  chmodSync(path, mode);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Pid of the PostgreSQL of a data directory, or null. */
export function findServerPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    return findProcess(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Pids of all PostgreSQL processes of a data directory. */
export function listServerProcesses(dataDir: string): number[] {
  return listProcessesIn(join(dataDir, "postgres")).map(({ pid }) => pid);
}

/** Kills the PostgreSQL of a data directory. */
export function killServer(dataDir: string): void {
  listServerProcesses(dataDir).forEach(killIfAlive);
}
