import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Next, prepared to answer; `port` is the one that browsers know. */
export async function prepareNext({ port, dev }: { port: number; dev: boolean }) {
  // Only now, since it is nothing to what hands over to another process.
  const { default: next } = await import("next");
  // Not the address we listen on: Next calls every loopback address "localhost", and takes a rewrite to any other name
  // for one to another server, which it would then ask over the network.
  // The server is one that never listens: Next takes all upgrades of the one it is given and ends those connections,
  // while some clients offer an upgrade with each request and are to be answered all the same.
  const app = next({ dev, dir: PROJECT, hostname: "localhost", port, httpServer: createServer() });
  await app.prepare();
  return { answer: app.getRequestHandler(), upgrade: app.getUpgradeHandler(), close: () => app.close() };
}
