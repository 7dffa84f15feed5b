import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Next in this process. `port` is the public one. */
export async function prepareNext({ port, dev }: { port: number; dev: boolean }) {
  // Imported late: the web process proxies pages and never needs Next in production.
  const { default: next } = await import("next");
  // hostname: Next treats a rewrite to any name but "localhost" as external, and would proxy it over the network.
  // httpServer: one that never listens. Next ends every upgrade on its server, but some clients offer an upgrade with
  // each request and expect a response.
  const app = next({ dev, dir: PROJECT, hostname: "localhost", port, httpServer: createServer() });
  await app.prepare();
  return { handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler(), close: () => app.close() };
}
