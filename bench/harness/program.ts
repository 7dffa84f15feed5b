import { inspect } from "node:util";
import { ensureBuild } from "@/server/process/build.ts";
import { listenForShutdown, type Shutdown } from "@/server/process/shutdown.ts";

/**
 * Entry point of a benchmark: builds the product if its build is stale, runs `measure`, and exits with 0 if that returns
 * true, with 1 if a bound was missed or it failed. `shutdown` stops what `measure` started.
 */
export async function runBenchmark(measure: (shutdown: Shutdown) => Promise<boolean>): Promise<void> {
  const shutdown = listenForShutdown(print);
  try {
    await ensureBuild({ log: print, signal: shutdown.signal });
    await shutdown.exit((await measure(shutdown)) ? 0 : 1);
  } catch (error) {
    // An interrupted benchmark fails in many places; its own exit is under way.
    if (shutdown.signal.aborted) return;
    print(inspect(error));
    await shutdown.exit(1);
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
