import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { spawnAs } from "./identity.ts";
import { changeOwner, type Installation } from "./installation.ts";
import { findProcess, listProcessesIn } from "./processes.ts";

/** Main process of PostgreSQL, spawned or adopted. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Resolves when the process has exited. */
  exited: Promise<void>;
  isGone(): boolean;
}

/** Starts PostgreSQL; it does not accept connections yet. */
export function spawnPostmaster(installation: Installation, port: number, isDurable: boolean): Postmaster {
  changeOwner(installation.cluster, installation.identity);
  // A file instead of a pipe: PostgreSQL keeps running when its parent is killed.
  const logFile = openLog(installation);
  const args = [
    "-D",
    installation.cluster,
    ...listServerOptions(port, isDurable).flatMap((option) => ["-c", option]),
  ];
  const child = spawnAs(installation.identity, installation.binaries.postgres, args, [
    "ignore",
    logFile,
    logFile,
  ]);
  closeSync(logFile);
  let isGone = false;
  const exited = new Promise<void>((resolve) => {
    const markExited = () => {
      isGone = true;
      resolve();
    };
    child.once("exit", markExited);
    child.once("error", markExited);
  });
  return { pid: child.pid ?? 0, port, exited, isGone: () => isGone };
}

/** Orphaned server of this cluster, left by a killed parent, or null. */
export function findPostmaster(installation: Installation): Postmaster | null {
  const recorded = readPidFile(installation.cluster);
  if (!recorded || recorded.directory !== installation.cluster) return null;
  const found = findProcess(recorded.pid);
  if (!found?.command.includes(installation.cluster)) return null;
  const isGone = () => findProcess(recorded.pid)?.startId !== found.startId;
  return { pid: recorded.pid, port: recorded.port, isGone, exited: pollUntil(isGone) };
}

/**
 * Cleanup after a killed server: kills children that still hold its shared memory, and removes its pid file, because the
 * pid may belong to a zombie or was reused. Precondition: `findPostmaster` returns null.
 */
export async function clearAfterKill(installation: Installation): Promise<void> {
  const listChildren = () =>
    listProcessesIn(installation.cluster).filter(({ command }) => command.startsWith("postgres:"));
  for (const { pid } of listChildren()) signal(pid, "SIGKILL");
  const deadline = Date.now() + 5_000;
  while (listChildren().length > 0 && Date.now() < deadline) await delay(20);
  rmSync(join(installation.cluster, "postmaster.pid"), { force: true });
}

/** Stops the server: fast shutdown, after ten seconds immediate shutdown, after ten more SIGKILL. */
export async function stopPostmaster(server: Postmaster): Promise<void> {
  for (const name of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (server.isGone()) return;
    signal(server.pid, name);
    await waitWithTimeout(server.exited, 10_000);
  }
}

/** Last 15 lines of the server's log, for error messages. */
export function readLogTail(installation: Installation): string {
  return readFileSync(logPath(installation), "utf8").trimEnd().split("\n").slice(-15).join("\n");
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
    // Without errors of statements, whose messages and details repeat values. The client of the statement logs them.
    "log_min_messages=log",
    // JIT compilation costs more than it saves for short statements.
    "jit=off",
  ];
}

function readPidFile(cluster: string): { pid: number; directory: string; port: number } | null {
  const path = join(cluster, "postmaster.pid");
  if (!existsSync(path)) return null;
  const [pid, directory = "", , port] = readFileSync(path, "utf8").split("\n");
  return { pid: Number(pid), directory, port: Number(port) };
}

function openLog(installation: Installation): number {
  const path = logPath(installation);
  if (existsSync(path) && statSync(path).size > 16 * 1024 * 1024) renameSync(path, `${path}.1`);
  return openSync(path, "a", 0o600);
}

function logPath(installation: Installation): string {
  return join(installation.dataDir, "postgres.log");
}

async function pollUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(200, undefined, { ref: false });
}

/** Wait with a timeout. Its timer keeps this process alive, which an adopted server does not. */
async function waitWithTimeout(event: Promise<void>, milliseconds: number): Promise<void> {
  const finished = new AbortController();
  const timer = delay(milliseconds, undefined, { signal: finished.signal }).catch(() => {});
  await Promise.race([event, timer]);
  finished.abort();
}

function signal(pid: number, name: NodeJS.Signals): void {
  // Pid 0, of a failed spawn, would signal this process group.
  if (pid === 0) return;
  try {
    process.kill(pid, name);
  } catch {
    // It has exited already.
  }
}
