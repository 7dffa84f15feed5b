/** Ends a command with one message on standard error and exit code 1. For `catch`. */
export function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

/** The innermost cause: what wraps a database's error repeats the whole statement with all its values. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return explain(error.cause);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
