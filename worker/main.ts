import { join, resolve } from "node:path";
import { runAgent } from "./agent.ts";
import { openApi } from "./api.ts";
import { resolveCommand } from "./command.ts";
import { lockDirectory } from "./lock.ts";
import { ownEnvironment, readSettings } from "./settings.ts";
import { openSpool } from "./spool.ts";
import { openTerminal } from "./terminal.ts";

/** A build worker: `npm run worker -- --api-url ... --exec ...`. */
const given = readSettings(process.argv);
// npm starts programs in the project's directory, wherever it was called.
const calledIn = ownEnvironment()["INIT_CWD"] ?? process.cwd();
const settings = { ...given, exec: resolveCommand(given.exec, calledIn) };
const directory = join(resolve(calledIn, settings.spool), settings.id);
const terminal = openTerminal(settings.id, process.stderr);
const [stopping, draining] = [new AbortController(), new AbortController()];

const stop = () => {
  if (!stopping.signal.aborted) terminal.log("Stopping");
  stopping.abort("The worker was stopped.");
};
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
// The platform that has started this worker holds the other end; whatever becomes of it, no worker of its outlives it.
process.once("disconnect", stop);
if (process.connected === false) stop();
process.on("SIGQUIT", () => {
  terminal.log("Stopping after this build");
  draining.abort();
});

/** How long the worker of a platform that was killed may take to end its command and to hand over. */
const HAND_OVER_MS = 20_000;

try {
  const lock = await lockDirectory(directory, process.connected ? HAND_OVER_MS : 0, stopping.signal);
  terminal.log(`Waiting for ${settings.platforms.join(" and ")} builds of ${settings.apiUrl}`);
  await runAgent({
    settings,
    api: openApi(settings.apiUrl, settings.secret, terminal.log),
    spool: openSpool(directory),
    terminal,
    stopping: stopping.signal,
    draining: draining.signal,
  });
  lock.release();
  process.exit(0);
} catch (error) {
  if (stopping.signal.aborted && error instanceof Error && error.name === "AbortError") process.exit(0);
  terminal.log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
