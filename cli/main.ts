import { fstatSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { EXIT } from "./context/errors.ts";
import { run } from "./program.ts";
import { sanitize } from "./terminal/sanitize.ts";

const interrupt = new AbortController();
const { signal } = interrupt;
const { outputClosed, hasLostOutput } = handleOutputErrors(process);

process.on("SIGINT", () => {
  // The second Ctrl-C does not wait for cleanup.
  if (signal.aborted) process.exit(EXIT.interrupted);
  interrupt.abort();
});
process.once("exit", (exitCode) => {
  if (exitCode === EXIT.success && hasLostOutput()) process.exitCode = EXIT.failure;
});

run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal,
  outputClosed,
  now: Date.now,
  delay: async (ms, until) => {
    const signals = until ? AbortSignal.any([signal, until]) : signal;
    await delay(ms, undefined, { signal: signals }).catch((error) => {
      if (signal.aborted) throw error;
    });
  },
}).then((exitCode) => {
  process.exitCode = exitCode;
});

/** Error codes of a pipe whose reader has closed, such as `head` after enough lines. */
const BROKEN_PIPE = ["EPIPE", "EOF", "ECONNRESET"];
const HINT = "Free some space or redirect the output, then try again.";

interface OutputState {
  /** Aborted when the results can no longer be written. */
  outputClosed: AbortSignal;
  /** True if output was lost other than by a broken pipe, such as by a full disk. */
  hasLostOutput: () => boolean;
}

/** Error handlers for output streams: a command that changes data must finish when its output breaks. */
function handleOutputErrors({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): OutputState {
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
