import { safeMessageChain } from "@/server/core/safe-error.ts";

/** Shutdown of the process: cleanup actions and the exit. */
export interface Shutdown {
  /** Aborted at the first signal or call of `exit`. */
  signal: AbortSignal;
  /** Registers a cleanup action; the last registered runs first. */
  onStop(action: () => void | Promise<void>): void;
  /** Runs all actions, one after the other, and exits. An error is logged and does not stop the rest. */
  exit(code: number): Promise<never>;
}

/**
 * Signal handler for SIGINT, SIGTERM and SIGHUP. The first signal shuts down gracefully with exit code 0. A second one
 * starts the remaining actions without waiting and exits with code 130.
 */
export function listenForShutdown(log: (line: string) => void): Shutdown {
  const abort = new AbortController();
  const actions: (() => void | Promise<void>)[] = [];
  let requestedAt = 0;

  async function exit(code: number): Promise<never> {
    abort.abort();
    for (let action = actions.pop(); action; action = actions.pop()) {
      try {
        await action();
      } catch (error) {
        log(safeMessageChain(error));
      }
    }
    return process.exit(code);
  }

  function handle(): void {
    if (requestedAt === 0) {
      requestedAt = Date.now();
      log("Shutting down; press Ctrl-C again to force");
      void exit(0);
    } else if (Date.now() - requestedAt > DUPLICATE_SIGNAL_MS) {
      for (const action of actions.reverse()) void action();
      process.exit(130);
    }
  }

  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, handle);
  return { signal: abort.signal, onStop: (action) => actions.push(action), exit };
}

/** Window of duplicate signals: the terminal signals npm and this process, and npm forwards its own. */
const DUPLICATE_SIGNAL_MS = 500;
