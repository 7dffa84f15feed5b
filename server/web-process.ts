import { env } from "./env.ts";
import { tellKeeper } from "./kept-process.ts";
import { serve } from "./main.ts";
import { outliveMishaps } from "./outlive.ts";

/** One of several web processes; server/web-processes.ts starts it and tells it when to stop. */
outliveMishaps();
const { PORT, HOST } = env();
const server = await serve({ port: PORT, host: HOST, dev: false });

// Ctrl-C reaches every process of the terminal; the launcher decides when the web processes stop.
process.on("SIGINT", () => {});
process.once("SIGTERM", async () => {
  await server.close();
  process.exit(0);
});
tellKeeper();
