import { env } from "./core/env/env.ts";
import { serve } from "./main.ts";
import { installGlobalErrorHandlers } from "./process/global-error-handlers.ts";
import { sendHeartbeat } from "./process/supervisor.ts";

/**
 * Entry point of a web process of the cluster (`server/process/supervisor.ts`), and of the job process in development
 * (`server/process/development-jobs.ts`).
 */
installGlobalErrorHandlers();
const { PORT, HOST } = env();
const server = await serve({ port: PORT, host: HOST, dev: false });

// Exits with the launcher, also when the launcher is killed.
process.once("disconnect", () => process.exit(1));
// Ctrl-C reaches every process of the terminal; the launcher stops the web processes by SIGTERM.
process.on("SIGINT", () => {});
process.once("SIGTERM", async () => {
  await server.close();
  process.exit(0);
});
sendHeartbeat();
