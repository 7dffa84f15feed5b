import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { rejectMalformedRequest } from "@/server/http/server/malformed-requests.ts";
import { writeResponse } from "../http/response.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Next in this process. `port` is the public one. */
export async function prepareNext({ port, dev }: { port: number; dev: boolean }) {
  // Imported late, because the web process proxies pages and does not need Next in production.
  const { default: next } = await import("next");
  // hostname: Next treats a rewrite to any name but "localhost" as external, and would proxy it over the network.
  // httpServer: one that never listens. Next ends every upgrade on its server, but some clients offer an upgrade with
  // each request and expect a response.
  const upgrades = createServer();
  const app = next({ dev, dir: PROJECT, hostname: "localhost", port, httpServer: upgrades });
  await app.prepare();
  const handleRequest = app.getRequestHandler();
  return {
    handle: (request: IncomingMessage, response: ServerResponse) =>
      isRouterStateValid(request)
        ? handleRequest(request, response)
        : writeResponse(response, rejectMalformedRequest("The Next-Router-State-Tree header is invalid.")),
    // Not `app.getUpgradeHandler()`, which ignores the socket of hot reloading, for which pages wait before they hydrate.
    upgrade: async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (!upgrades.emit("upgrade", request, socket, head)) socket.destroy();
    },
    close: () => app.close(),
  };
}

const require = createRequire(import.meta.url);
const ROUTER_STATE_HEADER = "next-router-state-tree";
const ROUTER_STATE_PARSER = "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

type RouterStateParser = { parseAndValidateFlightRouterState: (header: unknown) => unknown };

/** True if Next can parse the state that its client-side router sends; it answers 500 when it cannot. */
function isRouterStateValid({ headers }: IncomingMessage): boolean {
  const header = headers[ROUTER_STATE_HEADER];
  if (header === undefined) return true;
  try {
    const parser: RouterStateParser = require(ROUTER_STATE_PARSER);
    parser.parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}
