import type { ChildProcess } from "node:child_process";
import cluster from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { RUNNER } from "./build.ts";

const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
const HEARTBEAT_INTERVAL_MS = 1_000;
/**
 * Unanswered pings, one per second, until a process is killed: longer than a page render or garbage collection blocks
 * the event loop.
 */
const MAX_MISSED_HEARTBEATS = 15;

/**
 * Supervisor of a process that signals readiness and heartbeats (`sendHeartbeat`): restarts it, with exponential backoff,
 * when it exits or stops answering.
 * @throws Error when the first process exits before it is ready
 */
export async function superviseProcess(
  name: string,
  start: () => ChildProcess,
  log: (line: string) => void,
): Promise<{ stop: () => Promise<void> }> {
  let isStopping = false;
  let child: ChildProcess | null = null;

  async function startOne(): Promise<void> {
    const started = start();
    child = started;
    await waitUntilReady(name, started);
    killWhenUnresponsive(started, () => log(`${name} ${started.pid} is not responding`));
    started.once("exit", (code, signal) => {
      if (isStopping) return;
      log(`${name} ${started.pid} exited (${signal ?? code}); restarting`);
      void replace();
    });
  }

  async function replace(): Promise<void> {
    for (let backoffMs = MIN_BACKOFF_MS; !isStopping; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      try {
        return await startOne();
      } catch {
        await delay(backoffMs);
      }
    }
  }

  await startOne();
  return {
    stop: async () => {
      isStopping = true;
      if (child) await stopProcess(child);
    },
  };
}

function waitUntilReady(name: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const rejectEarlyExit = () => reject(new Error(`${name} exited before it was ready.`));
    child.once("error", reject);
    child.once("exit", rejectEarlyExit);
    child.once("message", () => {
      child.off("exit", rejectEarlyExit);
      resolve();
    });
  });
}

/** Watchdog that kills a process whose heartbeat stops. */
function killWhenUnresponsive(child: ChildProcess, onUnresponsive: () => void): void {
  // Counted in intervals, not in time: a pause of this process counts as one.
  let missed = 0;
  child.on("message", () => {
    missed = 0;
  });
  const timer = setInterval(() => {
    missed += 1;
    if (missed > MAX_MISSED_HEARTBEATS) {
      clearInterval(timer);
      onUnresponsive();
      child.kill("SIGKILL");
    } else if (child.connected) child.send("beat", () => undefined);
  }, HEARTBEAT_INTERVAL_MS);
  child.once("exit", () => clearInterval(timer));
}

/** Heartbeat of the supervised process: signals readiness, then answers each ping of the supervisor. */
export function sendHeartbeat(): void {
  const send = () => process.send?.("here", () => undefined);
  process.on("message", send);
  send();
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await exited;
}

/** Cluster of `count` web processes on one port, each supervised. They exit with the launcher, even if it is killed. */
export async function startWebProcesses(
  count: number,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  cluster.setupPrimary({ exec: RUNNER, args: ["server/web-process.ts"] });
  const supervised = await Promise.all(
    Array.from({ length: count }, () => superviseProcess("Web process", () => cluster.fork().process, log)),
  );
  return {
    async close() {
      await Promise.all(supervised.map(({ stop }) => stop()));
    },
  };
}
