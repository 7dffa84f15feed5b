import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { RUNNER } from "./programs.ts";

/**
 * Serves from `count` processes that share one port, and replaces each that dies.
 * Each ends by itself when this process is gone.
 */
export async function startWebProcesses(
  count: number,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  cluster.setupPrimary({ exec: RUNNER, args: ["server/web-process.ts"] });
  const children = new Set<Worker>();
  let isClosing = false;

  async function startOne(): Promise<void> {
    const child = cluster.fork();
    children.add(child);
    try {
      await waitUntilReady(child);
    } catch (error) {
      children.delete(child);
      throw error;
    }
    child.once("exit", (code, signal) => {
      children.delete(child);
      if (isClosing) return;
      log(`Web process ${child.process.pid} has ended (${signal ?? code}), starting another`);
      void replace();
    });
  }

  async function replace(): Promise<void> {
    for (let pauseMs = 100; !isClosing; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        return await startOne();
      } catch {
        await delay(pauseMs);
      }
    }
  }

  await Promise.all(Array.from({ length: count }, startOne));
  return {
    async close() {
      isClosing = true;
      await Promise.all([...children].map(stopOne));
    },
  };
}

function waitUntilReady(child: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error("A web process ended before it was ready."));
    child.once("exit", refuse);
    child.once("message", () => {
      child.off("exit", refuse);
      resolve();
    });
  });
}

async function stopOne(child: Worker): Promise<void> {
  if (child.isDead()) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.process.kill("SIGTERM");
  await gone;
}
