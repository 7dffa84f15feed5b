import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";
import { database } from "@/server/core/context.ts";
import { completeEnv, env } from "@/server/core/env/env.ts";
import { captureConsole } from "@/server/core/log.ts";
import { watchClock } from "@/server/core/watch-clock.ts";
import { installGlobalErrorHandlers } from "../process/global-error-handlers.ts";
import { sendHeartbeat } from "../process/supervisor.ts";
import { prepareNext } from "./next-app.ts";
import { applyRefusalStatus } from "./refusal-status.ts";

/** Page process: renders the pages of one web process. server/pages/page-proxy.ts starts and stops it. */
const [socketPath = ""] = process.argv.slice(2);
installGlobalErrorHandlers();
captureConsole();
// The web process has ended, so no more requests come.
process.once("disconnect", () => {
  rmSync(dirname(socketPath), { recursive: true, force: true });
  process.exit(1);
});

// The first message is the complete environment: the web process may still wait for its database.
const environment = once(process, "message").then(([values]) => completeEnv(values));
const [pages] = await Promise.all([
  prepareNext({ port: env().PORT, dev: false }),
  environment.then(() => watchClock()),
]);
// The web process enforces the timeouts and keeps its connections open.
const NO_TIMEOUTS = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };
const server = createServer(
  { ...NO_TIMEOUTS, requireHostHeader: false, maxHeaderSize: 64 * 1024 },
  (request, response) => {
    applyRefusalStatus(request, response);
    void pages.handle(request, response);
  },
);
rmSync(socketPath, { force: true });
await new Promise<void>((resolve) => server.listen(socketPath, resolve));

// Ctrl-C and a closed terminal signal every process; the web process stops this one.
for (const name of ["SIGINT", "SIGHUP"] as const) process.on(name, () => {});
process.once("SIGTERM", async () => {
  server.closeAllConnections();
  await pages.close();
  await database().close();
  process.exit(0);
});
sendHeartbeat();
