import { type SpawnOptions, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

export interface Program {
  pid: number;
  /** Output so far, of both streams. */
  output(): string;
  /** Resolves with the match in the output. Rejects with the whole output when the program ends first. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Closes the output pipes, as when their reader was killed. */
  stopReading(): void;
  /** Resolves with the exit code, or the signal's name. */
  exited: Promise<number | string>;
}

/** Starts a TypeScript file of the repository as a process, on the Node of the tests or another. */
export function startProgram(
  file: string,
  args: string[],
  { node = process.execPath, ...options }: SpawnOptions & { node?: string } = {},
): Program {
  return startCommand(node, ["server/run.mjs", file, ...args], options);
}

/** Starts a command in the repository's root. */
export function startCommand(command: string, args: string[], options: SpawnOptions = {}): Program {
  const child = spawn(command, args, { cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  let hasExited = false;
  const exited = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => {
      hasExited = true;
      resolve(code ?? signal ?? "unknown");
    });
  });

  async function waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    const match = await waitUntil(() => pattern.exec(output) ?? (hasExited ? "ended" : null));
    if (match === "ended") throw new Error(`The program ended without printing ${pattern}:\n${output}`);
    return match;
  }

  function stopReading(): void {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }

  return { pid: child.pid ?? 0, output: () => output, waitFor, stopReading, exited };
}

/** Polls until the result is neither null nor false. */
export async function waitUntil<T>(poll: () => T | null | false | Promise<T | null | false>): Promise<T> {
  while (true) {
    const result = await poll();
    if (result !== null && result !== false) return result;
    await delay(20);
  }
}

/** Kills a process if it still runs. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export const projectRoot = new URL("../..", import.meta.url).pathname;
