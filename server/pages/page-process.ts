import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";
import { database } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";
import { captureConsole } from "../platform/log.ts";
import { installGlobalErrorHandlers } from "../process/global-error-handlers.ts";
import { sendHeartbeat } from "../process/supervisor.ts";
import { prepareNext } from "./next-app.ts";
import { applyRefusalStatus } from "./refusal-status.ts";

/** What renders pages, beside a web process that hands them over; server/pages/page-proxy.ts starts it and tells it when to stop. */
const [socketPath = ""] = process.argv.slice(2);
installGlobalErrorHandlers();
captureConsole();
// Whoever started us holds the other end; without it nobody asks any more.
process.once("disconnect", () => {
  rmSync(dirname(socketPath), { recursive: true, force: true });
  process.exit(1);
});

const pages = await prepareNext({ port: env().PORT, dev: false });
// The limits are those of the web process, whose connections stay open for as long as it wants them.
const UNLIMITED = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };
const server = createServer(
  { ...UNLIMITED, requireHostHeader: false, maxHeaderSize: 64 * 1024 },
  (request, response) => {
    applyRefusalStatus(request, response);
    void pages.answer(request, response);
  },
);
rmSync(socketPath, { force: true });
await new Promise<void>((resolve) => server.listen(socketPath, resolve));

// Ctrl-C and the loss of the terminal reach every process; the web process decides when this one stops.
for (const name of ["SIGINT", "SIGHUP"] as const) process.on(name, () => {});
process.once("SIGTERM", async () => {
  server.closeAllConnections();
  await pages.close();
  await database().close();
  process.exit(0);
});
sendHeartbeat();
