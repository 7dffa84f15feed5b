import { installGlobalErrorHandlers } from "@/server/process/global-error-handlers.ts";
import { listenForShutdown } from "@/server/process/shutdown.ts";

/**
 * Program with two shutdown actions. With `hang` the first one never finishes; with `mishaps` an unhandled rejection and
 * an uncaught exception precede the start message.
 */
installGlobalErrorHandlers();
const shutdown = listenForShutdown(print);
shutdown.onStop(() => print("second action"));
shutdown.onStop(() => {
  print("first action");
  return process.argv[2] === "hang" ? new Promise(() => {}) : undefined;
});
setInterval(() => {}, 1_000);
if (process.argv[2] === "mishaps") {
  void Promise.reject(new Error("a broken promise"));
  setImmediate(() => {
    throw new Error("a thrown error");
  });
}
setTimeout(() => print("running"), 50);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
