import { COMMAND_TIMEOUTS, openDatabase, processSingleton } from "@/db/client.ts";
import { measureClock } from "@/db/clock.ts";
import { safeMessageChain } from "@/server/core/safe-error.ts";
import { AppError, type FieldProblem } from "@/shared/errors.ts";
import { withDatabase } from "./with-database.ts";

/**
 * Runner of a command on the database of this checkout. `print` writes to standard output. An error is written to
 * standard error with the usage, and the exit code is 1.
 */
export async function runCommand(
  usage: string,
  work: (print: (line: string) => void) => Promise<void>,
): Promise<void> {
  await withDatabase(async (url) => {
    const { systemDb, close } = processSingleton("database", () => openDatabase(url, 2, COMMAND_TIMEOUTS));
    try {
      await measureClock(systemDb.sql);
      await work((line) => process.stdout.write(`${line}\n`));
    } finally {
      await close();
    }
  }).catch((error: unknown) => {
    reportFailure(error);
    process.stderr.write(`\n${usage}\n`);
  });
}

/** Error handler of a command: message on standard error, exit code 1. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
}

/** Message of the innermost cause, because Drizzle's error repeats the statement with its values. */
function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AppError && error.problems) return describeProblems(error.problems);
  if (error.cause instanceof Error) return errorMessage(error.cause);
  return safeMessageChain(error);
}

/** Command-line options by field. */
const OPTIONS: Record<string, string> = {
  permissions: "--permission",
  expires: "--expires",
  name: "--name",
};

const describeProblems = (problems: readonly FieldProblem[]): string =>
  problems.map(({ path, message }) => `${OPTIONS[path.split(".")[0] ?? ""] ?? path}: ${message}`).join("\n");
