import cluster from "node:cluster";
import { RUNNER } from "./bundles.ts";
import { superviseProcess } from "./supervisor.ts";

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
