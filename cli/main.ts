import { setTimeout as delay } from "node:timers/promises";
import { EXIT } from "./failure.ts";
import { run } from "./program.ts";
import { outliveOutput } from "./terminal/broken-output.ts";

const interruption = new AbortController();
const { signal } = interruption;
const { unread, isLossy } = outliveOutput(process);

process.on("SIGINT", () => {
  // Whoever asks twice does not want to wait for a clean end.
  if (signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort();
});
process.once("exit", (exitCode) => {
  if (exitCode === EXIT.done && isLossy()) process.exitCode = EXIT.failed;
});

run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal,
  unread,
  now: Date.now,
  delay: async (ms, until) => {
    const ends = until ? AbortSignal.any([signal, until]) : signal;
    await delay(ms, undefined, { signal: ends }).catch((error) => {
      if (signal.aborted) throw error;
    });
  },
}).then((exitCode) => {
  process.exitCode = exitCode;
});
