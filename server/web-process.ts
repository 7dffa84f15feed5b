import { serve } from "./main.ts";
import { env } from "./platform/env/env.ts";
import { installGlobalErrorHandlers } from "./process/global-error-handlers.ts";
import { sendHeartbeat } from "./process/supervisor.ts";

/** One of several web processes; server/process/supervisor.ts starts it and tells it when to stop. */
installGlobalErrorHandlers();
const { PORT, HOST } = env();
const server = await serve({ port: PORT, host: HOST, dev: false });

// Ctrl-C reaches every process of the terminal; the launcher decides when the web processes stop.
process.on("SIGINT", () => {});
process.once("SIGTERM", async () => {
  await server.close();
  process.exit(0);
});
sendHeartbeat();
