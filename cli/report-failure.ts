import { EXIT, type ExitCode, Failure, interrupted, type Problem } from "./failure.ts";
import type { Session } from "./session.ts";
import { oneLine } from "./terminal/harmless.ts";
import type { Style } from "./terminal/style.ts";

/** Tells what went wrong and what to do next; null stands for what is no failure, such as a request for help. */
export function reportFailure(error: unknown, session: Session): ExitCode {
  if (error === null) return EXIT.done;
  const failure = error instanceof Failure ? error : session.signal.aborted ? stopped() : unexpected(error);
  const { message, code, hint, status, requestId, problems } = failure.details;
  session.reporter.document({
    error: {
      code,
      message,
      hint,
      status: status ?? null,
      requestId: requestId ?? null,
      errors: problems ?? [],
    },
  });
  if (message) for (const line of formatFailure(failure, session.reporter.err)) session.reporter.say(line);
  return failure.exitCode;
}

function formatFailure({ details }: Failure, style: Style): string[] {
  const { message, problems = [], hint, requestId } = details;
  return [
    `${style.red("✗")} ${style.bold(message)}`,
    ...formatProblems(problems, style).map((line) => `  ${line}`),
    `  ${hint}`,
    ...(requestId ? [`  ${style.dim(`Request id ${requestId}`)}`] : []),
  ];
}

/** One line each, the places aligned. */
export function formatProblems(problems: Problem[], style: Style): string[] {
  const lines = problems.map(({ path, message }) => [oneLine(path), oneLine(message)] as const);
  const width = Math.min(32, Math.max(0, ...lines.map(([path]) => path.length)));
  return lines.map(([path, message]) => `${style.cyan(path.padEnd(width))}  ${message}`);
}

const stopped = () => interrupted("Stopped before it was done.", "Run the command again to go on.");

function unexpected(error: unknown): Failure {
  const { message, code } = (error ?? {}) as NodeJS.ErrnoException;
  const isOfTheSystem = typeof code === "string" && /^E[A-Z]+$/.test(code);
  return new Failure({
    code: isOfTheSystem ? code : "UNEXPECTED",
    message: message || String(error),
    hint: isOfTheSystem
      ? "Make sure that the file or folder is there and may be read and written, then run the command again."
      : `This is a fault of the program (${CLI_VERSION}); please report it with the command that you ran.`,
  });
}
