import { setTimeout as delay } from "node:timers/promises";
import { EXIT } from "./failure.ts";
import { run } from "./program.ts";

const interruption = new AbortController();
const { signal } = interruption;

process.on("SIGINT", () => {
  // Whoever asks twice does not want to wait for a clean end.
  if (signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort();
});
for (const stream of [process.stdout, process.stderr]) {
  // The reader of a pipe may leave early, as `head` does.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.done);
    throw error;
  });
}

run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal,
  now: Date.now,
  delay: (ms) => delay(ms, undefined, { signal }),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
