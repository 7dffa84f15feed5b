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

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    if (!stopping.signal.aborted) terminal.log("Stopping");
    stopping.abort("The worker was stopped.");
  });
}
process.on("SIGQUIT", () => {
  terminal.log("Stopping after this build");
  draining.abort();
});

try {
  const lock = lockDirectory(directory);
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
  terminal.log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
