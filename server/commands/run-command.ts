import { OF_OPERATORS, openDatabase, processSingleton } from "@/db/client.ts";
import { AppError, type FieldProblem } from "../platform/errors.ts";
import { withDatabase } from "./with-database.ts";

/**
 * Runs a command of the operator against the database of this checkout. What `work` prints goes to standard output;
 * a failure goes to standard error with the usage, and the process ends with 1.
 */
export async function runCommand(
  usage: string,
  work: (print: (line: string) => void) => Promise<void>,
): Promise<void> {
  await withDatabase(async (url) => {
    const { close } = processSingleton("database", () => openDatabase(url, 2, OF_OPERATORS));
    try {
      await work((line) => process.stdout.write(`${line}\n`));
    } finally {
      await close();
    }
  }).catch((error: unknown) => {
    fail(error);
    process.stderr.write(`\n${usage}\n`);
  });
}

/** Ends a command with a message on standard error and exit code 1. For `catch`. */
export function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

/** The innermost cause: what wraps a database's error repeats the whole statement with all its values. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AppError && error.problems) return describeProblems(error.problems);
  if (error.cause instanceof Error) return explain(error.cause);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}

/** The options that give a field, each as it is typed. */
const OPTIONS: Record<string, string> = {
  permissions: "--permission",
  expires: "--expires",
  name: "--name",
};

/** One line for each field that breaks a rule. */
const describeProblems = (problems: readonly FieldProblem[]): string =>
  problems.map(({ path, message }) => `${OPTIONS[path.split(".")[0] ?? ""] ?? path}: ${message}`).join("\n");
