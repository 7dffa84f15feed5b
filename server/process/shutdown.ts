/** What has to be undone when the program ends, and the way there. */
export interface Shutdown {
  /** Aborted as soon as somebody asked for the end. */
  signal: AbortSignal;
  /** Registers an action; the last registered runs first. */
  onStop(action: () => void | Promise<void>): void;
  /** Runs all actions and ends the process. */
  exit(code: number): Promise<never>;
}

/**
 * Listens for Ctrl-C, SIGTERM and the loss of the terminal. The first asks for an orderly end with exit code 0;
 * a second one only starts the actions still to come and exits at once.
 */
export function listenForShutdown(log: (line: string) => void): Shutdown {
  const abort = new AbortController();
  const actions: (() => void | Promise<void>)[] = [];
  let askedAt = 0;

  async function exit(code: number): Promise<never> {
    abort.abort();
    for (let action = actions.pop(); action; action = actions.pop()) {
      try {
        await action();
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
    return process.exit(code);
  }

  function handle(): void {
    if (askedAt === 0) {
      askedAt = Date.now();
      log("Stopping; Ctrl-C again to stop at once");
      void exit(0);
    } else if (Date.now() - askedAt > DUPLICATE_SIGNAL_MS) {
      for (const action of actions.reverse()) void action();
      process.exit(130);
    }
  }

  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, handle);
  return { signal: abort.signal, onStop: (action) => actions.push(action), exit };
}

/** The terminal signals npm and us, and npm passes its signal on: one Ctrl-C arrives twice. */
const DUPLICATE_SIGNAL_MS = 500;
