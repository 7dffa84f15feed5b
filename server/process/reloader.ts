import type { ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { join, relative } from "node:path";

export interface ReloaderOptions {
  /** Name in messages: "Job process". */
  name: string;
  start: () => ChildProcess;
  /** Folders to watch, recursively. */
  folders: readonly string[];
  /** Runs before a restart, with the changed files. If it fails, the process is not restarted. */
  prepare?: (files: readonly string[]) => Promise<void>;
  log: (line: string) => void;
}

const DEBOUNCE_MS = 150;
const STOP_TIMEOUT_MS = 5_000;
const SOURCE_FILE = /(?<!\.test)\.(ts|sql|json)$/;

/**
 * Reloader for development: runs a process and restarts it when a source file changes (debounced). A process that exits,
 * such as one whose source does not compile, is started at the next change. Unlike the supervisor of production it needs
 * no heartbeat, so a process may pause at a breakpoint.
 */
export function startReloader(options: ReloaderOptions): { stop: () => Promise<void> } {
  const { name, folders, prepare = async () => undefined, log } = options;
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let isEnding = false;
  let child = startOne();
  let restarting = Promise.resolve();

  function startOne(): ChildProcess {
    const started = options.start();
    started.once("exit", (code, signal) => {
      if (!isEnding) log(`${name} exited (${signal ?? code}); it restarts on the next change`);
    });
    return started;
  }

  async function restart(): Promise<void> {
    const files = [...changed].sort();
    changed.clear();
    if (files.length === 0 || isStopping) return;
    try {
      await prepare(files);
    } catch (error) {
      return log(error instanceof Error ? error.message : String(error));
    }
    log(`${name} restarts: ${files.map((file) => relative("", file)).join(", ")}`);
    // Before the next start, which needs the inspector's port.
    isEnding = true;
    await endProcess(child);
    if (isStopping) return;
    isEnding = false;
    child = startOne();
  }

  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, file) => {
      if (!file || !SOURCE_FILE.test(file)) return;
      changed.add(join(folder, file));
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarting = restarting.then(restart);
      }, DEBOUNCE_MS);
    }),
  );
  return {
    stop: async () => {
      isStopping = true;
      isEnding = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await endProcess(child);
      await restarting;
    },
  };
}

/** Stops a process by SIGTERM, then by SIGKILL, since a process at a breakpoint handles no signal. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
