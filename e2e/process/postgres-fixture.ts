import type { SpawnOptions } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProcess, listProcessesIn } from "../../db/embedded/processes.ts";
import { killIfAlive, type Program, startProgram } from "./program.ts";

export interface Host extends Program {
  url: string;
  adminUrl: string;
}

/** A process that hosts an embedded PostgreSQL, once that answers. */
export async function startHost(dataDir: string, options: SpawnOptions = {}): Promise<Host> {
  const program = startProgram("e2e/process/postgres-host.ts", [dataDir], options);
  const [, json = ""] = await program.waitFor(/^ready (.*)$/m);
  return { ...program, ...(JSON.parse(json) as { url: string; adminUrl: string }) };
}

/** Stops a host as an operator would. */
export async function stopHost(host: Host): Promise<number | string> {
  process.kill(host.pid, "SIGTERM");
  return host.exited;
}

/** A directory of its own that other users may pass through. */
export function makeTempDirectory(mode = 0o711): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "drydock-process-"));
  chmodSync(path, mode);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The pid of the PostgreSQL that serves this directory, or null. */
export function findServerPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    return findProcess(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Every PostgreSQL process of this directory. */
export function listServerProcesses(dataDir: string): number[] {
  return listProcessesIn(join(dataDir, "postgres")).map(({ pid }) => pid);
}

/** Kills what is left of this directory's PostgreSQL. */
export function killServer(dataDir: string): void {
  listServerProcesses(dataDir).forEach(killIfAlive);
}
