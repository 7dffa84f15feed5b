import { installGlobalErrorHandlers } from "../../server/process/global-error-handlers.ts";
import { listenForShutdown } from "../../server/process/shutdown.ts";

/**
 * Registers two actions to run at the end; the one that runs first never finishes when the argument is `hang`. With
 * `mishaps` it breaks promises and throws where nobody listens, before it says that it runs.
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
