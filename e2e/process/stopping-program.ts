import { listenForShutdown } from "../../server/shutdown.ts";

/** Registers two actions to run at the end; the one that runs first finishes only when told so by its argument. */
const shutdown = listenForShutdown(print);
shutdown.onStop(() => print("second action"));
shutdown.onStop(() => {
  print("first action");
  return process.argv[2] === "hang" ? new Promise(() => {}) : undefined;
});
setInterval(() => {}, 1_000);
print("running");

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
