import { fstatSync } from "node:fs";
import { sanitize } from "./sanitize.ts";

/** Error codes of a pipe whose reader has closed, such as `head` after enough lines. */
const BROKEN_PIPE = ["EPIPE", "EOF", "ECONNRESET"];
const HINT = "Free some space or redirect the output, then try again.";

export interface OutputState {
  /** Aborted when the results can no longer be written. */
  outputClosed: AbortSignal;
  /** True if output was lost other than by a broken pipe, such as by a full disk. */
  hasLostOutput: () => boolean;
}

/** Error handlers for output streams: a command that changes data must finish when its output breaks. */
export function handleOutputErrors({
  stdout,
  stderr,
}: Pick<NodeJS.Process, "stdout" | "stderr">): OutputState {
  const closed = new AbortController();
  let hasLostOutput = false;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    closed.abort();
    if (hasLostOutput || BROKEN_PIPE.includes(error.code ?? "")) return;
    hasLostOutput = true;
    stderr.write(sanitize(`✗ Output could not be written (${error.message}).\n  ${HINT}\n`));
  });
  stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (!BROKEN_PIPE.includes(error.code ?? "")) hasLostOutput = true;
    if (isSameFile(stdout.fd, stderr.fd)) closed.abort();
  });
  return { outputClosed: closed.signal, hasLostOutput: () => hasLostOutput };
}

function isSameFile(one: number, other: number): boolean {
  try {
    const [a, b] = [fstatSync(one), fstatSync(other)];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}
