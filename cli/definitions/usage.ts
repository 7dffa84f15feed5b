import { type Command, CommanderError } from "commander";
import { usageError } from "../context/errors.ts";

/**
 * Deepest known command of a command line, and the unknown word after it. Without this, Commander prints the help of
 * the parent if `--help` follows an unknown command.
 */
export function findCommand(
  program: Command,
  argv: readonly string[],
): { path: string[]; unknown: string | null } {
  let command = program;
  const path = [program.name()];
  for (const word of argv) {
    if (word.startsWith("-")) continue;
    if (command.commands.length === 0) break;
    const next = command.commands.find((each) => each.name() === word);
    if (!next) return { path, unknown: [...path.slice(1), word].join(" ") };
    command = next;
    path.push(word);
  }
  return { path, unknown: null };
}

/** Help for an invalid command line. */
export function helpHint(program: Command, argv: readonly string[]): string {
  const { path } = findCommand(program, argv);
  return `Run ${path.join(" ")} --help${path.length > 1 ? "" : " for a list of commands"}.`;
}

/** Usage error of the parser as a `CliError`; other errors are returned unchanged. */
export function toUsageError(error: unknown, hint: string): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.code === "commander.help") return usageError("", "");
  const message = error.message.replace(/^error: /, "").replaceAll("\n", " ");
  return usageError(message.charAt(0).toUpperCase() + message.slice(1), hint);
}
