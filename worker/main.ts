import { join, resolve } from "node:path";
import { describeRoute } from "@/shared/http-proxy.ts";
import { runAgent } from "./agent.ts";
import { createApiClient } from "./api.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { acquireLock } from "./pid-lock.ts";
import { resolveCommand } from "./run-command.ts";
import { ownEnvironment, parseSettings } from "./settings.ts";
import { openTerminal } from "./terminal.ts";

/** Build worker: `npm run worker -- --api-url ... --exec ...`. */

/** Timeout for the previous worker of a killed platform to end its command and release its build. */
const LOCK_TIMEOUT_MS = 20_000;

const options = parseSettings(process.argv);
// npm runs programs in the project's directory; INIT_CWD is where it was called.
const cwd = ownEnvironment()["INIT_CWD"] ?? process.cwd();
const settings = { ...options, exec: resolveCommand(options.exec, cwd) };
const route = settings.proxy ? ` ${describeRoute(settings.proxy)}` : "";
const directory = join(resolve(cwd, settings.spool), settings.id);
const terminal = openTerminal(settings.id, process.stderr);
const [stopping, draining] = [new AbortController(), new AbortController()];

const stop = () => {
  if (!stopping.signal.aborted) terminal.log("Stopping");
  stopping.abort("The worker was stopped.");
};
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
// IPC channel to the platform that started this worker; it closes when the platform dies.
process.once("disconnect", stop);
if (process.connected === false) stop();
process.on("SIGQUIT", () => {
  terminal.log("Stopping after the current build");
  draining.abort();
});

try {
  const releaseLock = await acquireLock(directory, process.connected ? LOCK_TIMEOUT_MS : 0, stopping.signal);
  terminal.log(`Waiting for ${settings.platforms.join(" and ")} builds from ${settings.apiUrl}${route}`);
  await runAgent({
    settings,
    api: createApiClient({ ...settings, log: terminal.log }),
    checkpoint: openCheckpoint(directory),
    terminal,
    stopping: stopping.signal,
    draining: draining.signal,
  });
  releaseLock();
  process.exit(0);
} catch (error) {
  if (stopping.signal.aborted && error instanceof Error && error.name === "AbortError") process.exit(0);
  terminal.log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
