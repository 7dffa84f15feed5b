import { setTimeout as delay } from "node:timers/promises";
import { EXIT } from "./context/errors.ts";
import { run } from "./program.ts";
import { handleOutputErrors } from "./terminal/broken-pipe.ts";

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
