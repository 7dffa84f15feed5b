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

/** True if a person can be asked. */
export const canPrompt = ({ stdin, stderr, env }: CommandContext): boolean =>
  stdin.isTTY === true && stderr.isTTY === true && !env["CI"];

/** @throws CliError unless the person says yes. `refusal` names the state after another answer, and a way to go on */
export async function requireYes(
  { stdin, stderr }: CommandContext,
  message: string,
  refusal: { message: string; hint: string },
): Promise<void> {
  const { confirm } = await import("@clack/prompts");
  const answer = await confirm({ message, initialValue: false, input: stdin, output: stderr });
  if (answer !== true) throw interruptedError(refusal.message, refusal.hint);
}

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
