import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { spawnAs } from "./identity.ts";
import { findProcess, listProcessesIn } from "./processes.ts";
import { giveTo, type Site } from "./site.ts";

/** PostgreSQL's main process, started by us or found running. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Settles when the process is gone. */
  exited: Promise<void>;
  isGone(): boolean;
}

/** Starts PostgreSQL; it is not ready for connections yet. */
export function spawnPostmaster(site: Site, port: number, isDurable: boolean): Postmaster {
  giveTo(site.cluster, site.identity);
  // A file and not a pipe: PostgreSQL outlives a killed parent, a pipe does not.
  const logFile = openLog(site);
  const args = [
    "-D",
    site.cluster,
    ...listServerOptions(port, isDurable).flatMap((option) => ["-c", option]),
  ];
  const child = spawnAs(site.identity, site.binaries.postgres, args, ["ignore", logFile, logFile]);
  closeSync(logFile);
  let isGone = false;
  const exited = new Promise<void>((resolve) => {
    const settle = () => {
      isGone = true;
      resolve();
    };
    child.once("exit", settle);
    child.once("error", settle);
  });
  return { pid: child.pid ?? 0, port, exited, isGone: () => isGone };
}

/** The running server of this cluster, left by a parent that was killed, or null. */
export function findPostmaster(site: Site): Postmaster | null {
  const recorded = readPidFile(site.cluster);
  if (!recorded || recorded.directory !== site.cluster) return null;
  const found = findProcess(recorded.pid);
  if (!found?.command.includes(site.cluster)) return null;
  const isGone = () => findProcess(recorded.pid)?.startId !== found.startId;
  return { pid: recorded.pid, port: recorded.port, isGone, exited: waitUntil(isGone) };
}

/**
 * Clears what a killed server leaves behind: children that still hold its memory (they can finish nothing any
 * more), and the file with a pid that may meanwhile belong to a zombie or to someone else.
 * Call only when `findPostmaster` finds none.
 */
export async function clearAfterKill(site: Site): Promise<void> {
  const listChildren = () =>
    listProcessesIn(site.cluster).filter(({ command }) => command.startsWith("postgres:"));
  for (const { pid } of listChildren()) signal(pid, "SIGKILL");
  const deadline = Date.now() + 5_000;
  while (listChildren().length > 0 && Date.now() < deadline) await delay(20);
  rmSync(join(site.cluster, "postmaster.pid"), { force: true });
}

/** Fast shutdown; without waiting for clients' transactions after ten seconds, and by force as the very last. */
export async function stopPostmaster(server: Postmaster): Promise<void> {
  for (const name of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (server.isGone()) return;
    signal(server.pid, name);
    await waitAtMost(server.exited, 10_000);
  }
}

/** The end of the server's log, for an error message. */
export function readLogTail(site: Site): string {
  return readFileSync(logPath(site), "utf8").trimEnd().split("\n").slice(-15).join("\n");
}

function listServerOptions(port: number, isDurable: boolean): string[] {
  const durability = isDurable ? "on" : "off";
  return [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "shared_buffers=128MB",
    `fsync=${durability}`,
    `synchronous_commit=${durability}`,
    `full_page_writes=${durability}`,
    "password_encryption=scram-sha-256",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_checkpoints=off",
    // Compiling costs more than it saves for the short statements of this application.
    "jit=off",
  ];
}

function readPidFile(cluster: string): { pid: number; directory: string; port: number } | null {
  const path = join(cluster, "postmaster.pid");
  if (!existsSync(path)) return null;
  const [pid, directory = "", , port] = readFileSync(path, "utf8").split("\n");
  return { pid: Number(pid), directory, port: Number(port) };
}

function openLog(site: Site): number {
  const path = logPath(site);
  if (existsSync(path) && statSync(path).size > 16 * 1024 * 1024) renameSync(path, `${path}.1`);
  return openSync(path, "a", 0o600);
}

function logPath(site: Site): string {
  return join(site.dataDir, "postgres.log");
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(200, undefined, { ref: false });
}

/** Keeps the process alive while it waits: of a server that was taken over there is nothing else to wait for. */
async function waitAtMost(event: Promise<void>, milliseconds: number): Promise<void> {
  const happened = new AbortController();
  const timer = delay(milliseconds, undefined, { signal: happened.signal }).catch(() => {});
  await Promise.race([event, timer]);
  happened.abort();
}

function signal(pid: number, name: NodeJS.Signals): void {
  // Zero, for a program that could not be started, would mean our own process group.
  if (pid === 0) return;
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}
