import { type SpawnOptions, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

export interface Program {
  pid: number;
  /** Everything printed so far, both streams. */
  output(): string;
  /** Resolves with the match once the output has it; fails with the whole output when the program ends first. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Reads no further, as a pipe's reader that was killed. */
  stopReading(): void;
  /** Resolves with the exit code, or the signal's name. */
  exited: Promise<number | string>;
}

/** Runs one of the repository's TypeScript files as its own process. */
export function startProgram(file: string, args: string[], options: SpawnOptions = {}): Program {
  return startCommand(process.execPath, ["server/run.mjs", file, ...args], options);
}

/** Runs a command in the repository's root. */
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

/** Asks again and again until the answer is neither null nor false. */
export async function waitUntil<T>(ask: () => T | null | false | Promise<T | null | false>): Promise<T> {
  while (true) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    await delay(20);
  }
}

/** Kills a process, which may have ended by itself since it was found. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export const projectRoot = new URL("../..", import.meta.url).pathname;
