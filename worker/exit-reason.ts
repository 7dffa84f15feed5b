import { constants } from "node:os";
import type { CommandExit } from "./run-command.ts";

/** Meanings of the exit codes of a shell that cannot run a program. */
const SHELL_CODES: Record<number, string> = { 126: "not executable", 127: "command not found" };
const SIGNAL_HINTS: Partial<Record<string, string>> = {
  SIGKILL: "killed manually or out of memory",
  SIGSEGV: "segmentation fault",
  SIGABRT: "aborted",
};

/** Sentence about how a command ended. */
export function formatExit({ code, signal, startError }: CommandExit, durationMs: number): string {
  if (startError) return `The command could not be started: ${startError}.`;
  const after = `after ${(durationMs / 1_000).toFixed(1)} s`;
  if (signal) return `The command was killed by ${formatSignal(signal)} ${after}.`;
  const meaning = code === null ? null : findMeaning(code);
  return `The command exited with code ${code} ${after}${meaning ? `: ${meaning}` : ""}.`;
}

/** Duration in the largest whole unit, as `--timeout` takes it: "45m". */
export function formatTimeout(timeoutMs: number): string {
  const seconds = timeoutMs / 1_000;
  if (seconds % 3_600 === 0) return `${seconds / 3_600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** Meaning of a shell's exit code. If a signal ended the program, the code is 128 plus the signal's number. */
function findMeaning(code: number): string | null {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? [];
  return SHELL_CODES[code] ?? (name ? `a program was killed by ${formatSignal(name)}` : null);
}

function formatSignal(name: string): string {
  const hint = SIGNAL_HINTS[name];
  return hint ? `${name} (${hint})` : name;
}
