import type { Readable } from "node:stream";
import type { Reporter } from "../terminal/reporter.ts";
import type { OutputStream } from "../terminal/sanitize.ts";
import type { Env } from "../terminal/style.ts";
import { CliError, type ExitCode, interruptedError } from "./errors.ts";

/** Process state that `main.ts` injects. No other file reads the process, so tests can replace it. */
export interface ProcessContext {
  stdin: Readable & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  env: Env;
  cwd: string;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Aborted when the results can no longer be written. */
  outputClosed: AbortSignal;
  now: () => number;
  /** Resolves after the time or when `until` is aborted; rejects on Ctrl-C. */
  delay: (ms: number, until?: AbortSignal) => Promise<void>;
}

export interface CommandContext extends ProcessContext {
  reporter: Reporter;
}

export type CommandResult = Promise<ExitCode>;

/** Awaits work. On Ctrl-C it throws an error with the state of the work. */
export async function withInterruptMessage<T>(
  { signal }: CommandContext,
  work: Promise<T>,
  { message, hint }: { message: string; hint: string },
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw signal.aborted && !(error instanceof CliError) ? interruptedError(message, hint) : error;
  }
}
