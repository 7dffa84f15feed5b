import type { ChildProcess } from "node:child_process";
import cluster from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { RUNNER } from "./build.ts";

const MIN_BACKOFF_MS = 100;
const MAX_PAUSE_MS = 5_000;
const HEARTBEAT_INTERVAL_MS = 1_000;
/** No page, and no pause for garbage, stops a process for so long. */
const MAX_MISSED_HEARTBEATS = 15;

/**
 * Starts a process, which says when it is ready (`sendHeartbeat`), and replaces it whenever it dies or answers no more.
 * @throws Error when the first one ends before it is ready
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
    killWhenUnresponsive(started, () => log(`${name} ${started.pid} answers no more`));
    started.once("exit", (code, signal) => {
      if (isStopping) return;
      log(`${name} ${started.pid} has ended (${signal ?? code}), starting another`);
      void replace();
    });
  }

  async function replace(): Promise<void> {
    for (let pauseMs = MIN_BACKOFF_MS; !isStopping; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        return await startOne();
      } catch {
        await delay(pauseMs);
      }
    }
  }

  await startOne();
  return {
    stop: async () => {
      isStopping = true;
      if (child) await end(child);
    },
  };
}

function waitUntilReady(name: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error(`${name} ended before it was ready.`));
    child.once("error", reject);
    child.once("exit", refuse);
    child.once("message", () => {
      child.off("exit", refuse);
      resolve();
    });
  });
}

/** Ends a process that hangs: who waits for it would wait for ever. */
function killWhenUnresponsive(child: ChildProcess, tell: () => void): void {
  // Counted in beats, so that a time for which this process itself stood still is one.
  let missed = 0;
  child.on("message", () => {
    missed = 0;
  });
  const beat = setInterval(() => {
    missed += 1;
    if (missed > MAX_MISSED_HEARTBEATS) {
      clearInterval(beat);
      tell();
      child.kill("SIGKILL");
    } else if (child.connected) child.send("beat", () => undefined);
  }, HEARTBEAT_INTERVAL_MS);
  child.once("exit", () => clearInterval(beat));
}

/** The kept process's side: says that it is ready, and from then on that it is there. */
export function sendHeartbeat(): void {
  const tell = () => process.send?.("here", () => undefined);
  process.on("message", tell);
  tell();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await gone;
}

/**
 * Serves from `count` processes that share one port, and replaces each that dies.
 * Each ends by itself when this process is gone.
 */
export async function startWebProcesses(
  count: number,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  cluster.setupPrimary({ exec: RUNNER, args: ["server/web-process.ts"] });
  const kept = await Promise.all(
    Array.from({ length: count }, () => superviseProcess("Web process", () => cluster.fork().process, log)),
  );
  return {
    async close() {
      await Promise.all(kept.map(({ stop }) => stop()));
    },
  };
}
