import type { Reporter } from "../terminal/reporter.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";

/** Exit codes of the program. */
export const EXIT = {
  success: 0,
  failure: 1,
  usageError: 2,
  rejected: 3,
  pending: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One error or warning about a field or a file. */
export interface Diagnostic {
  path: string;
  message: string;
}

export interface CliErrorDetails {
  /** Machine-readable code; the API's own code if the API returned the error. */
  code: string;
  message: string;
  /** Next step; every error has one. */
  hint: string;
  exitCode?: ExitCode;
  diagnostics?: Diagnostic[];
  status?: number;
  requestId?: string;
}

/** Expected error with a message for the user. Any other error is reported as a bug. */
export class CliError extends Error {
  readonly details: CliErrorDetails;

  constructor(details: CliErrorDetails) {
    super(details.message);
    this.name = "CliError";
    this.details = details;
  }
}

/** Error code of a `CliError`; null for any other error. */
export const getErrorCode = (error: unknown): string | null =>
  error instanceof CliError ? error.details.code : null;

export const usageError = (message: string, hint: string) =>
  new CliError({ code: "WRONG_USAGE", message, hint, exitCode: EXIT.usageError });

/** Error for Ctrl-C. `message` names the state of the work, `hint` the way to continue. */
export const interruptedError = (message: string, hint: string) =>
  new CliError({ code: "INTERRUPTED", message, hint, exitCode: EXIT.interrupted });

/** Prints an error as text and as the JSON document. @returns the exit code */
export function reportError(error: unknown, reporter: Reporter, isInterrupted: boolean): ExitCode {
  const { details } = toCliError(error, isInterrupted);
  const { code, message, hint, status, requestId, diagnostics = [], exitCode } = details;
  reporter.printJson({
    error: {
      code,
      message,
      hint,
      status: status ?? null,
      requestId: requestId ?? null,
      errors: diagnostics,
    },
  });
  const { bold, dim, red } = reporter.err;
  // The help text was printed instead of a message.
  if (message) {
    reporter.log(`${red("✗")} ${bold(message)}`);
    for (const line of formatDiagnostics(diagnostics, reporter.err)) reporter.log(`  ${line}`);
    reporter.log(`  ${hint}`);
    if (requestId) reporter.log(`  ${dim(`Request ID ${requestId}`)}`);
  }
  return exitCode ?? EXIT.failure;
}

const MAX_PATH_PADDING = 32;

/** One line per diagnostic, with aligned paths. */
export function formatDiagnostics(diagnostics: Diagnostic[], style: Style): string[] {
  const lines = diagnostics.map(({ path, message }) => [sanitizeLine(path), sanitizeLine(message)] as const);
  const width = Math.min(MAX_PATH_PADDING, Math.max(0, ...lines.map(([path]) => path.length)));
  return lines.map(([path, message]) => `${style.cyan(path.padEnd(width))}  ${message}`);
}

function toCliError(error: unknown, isInterrupted: boolean): CliError {
  if (error instanceof CliError) return error;
  if (isInterrupted) {
    return interruptedError("Interrupted.", "Run the command again to continue.");
  }
  const { message, code } = (error ?? {}) as NodeJS.ErrnoException;
  const isSystemError = typeof code === "string" && /^E[A-Z]+$/.test(code);
  return new CliError({
    code: isSystemError ? code : "UNEXPECTED",
    message: message || String(error),
    hint: isSystemError
      ? "Check that the path exists and its permissions, then try again."
      : `This is a bug in the CLI (${CLI_VERSION}). Please report it with the command you ran.`,
  });
}
