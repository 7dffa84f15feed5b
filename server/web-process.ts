import { serve } from "./main.ts";
import { env } from "./platform/env/env.ts";
import { installGlobalErrorHandlers } from "./process/global-error-handlers.ts";
import { sendHeartbeat } from "./process/supervisor.ts";

/**
 * One of several web processes, which `server/process/supervisor.ts` starts and stops; in development the process that runs
 * jobs, which `server/process/development-jobs.ts` starts and stops.
 */
installGlobalErrorHandlers();
const { PORT, HOST } = env();
const server = await serve({ port: PORT, host: HOST, dev: false });

// Ends with the launcher, also when that was killed.
process.once("disconnect", () => process.exit(1));
// Ctrl-C reaches every process of the terminal; the launcher decides when the web processes stop.
process.on("SIGINT", () => {});
process.once("SIGTERM", async () => {
  await server.close();
  process.exit(0);
});
sendHeartbeat();
