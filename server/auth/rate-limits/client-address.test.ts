import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { completeEnv } from "@/server/core/env/env.ts";
import { getClientAddress, setClientAddress } from "./client-address.ts";

const HOW_IT_IS_READ = {
  asked: (request: Request) => request.headers,
  listed: (request: Request) => new Headers([...request.headers]),
  copied: (request: Request) => new Request(request.url, { headers: request.headers }).headers,
};

let server: Server;
let origin: string;

beforeAll(async () => {
  completeEnv({ DRYDOCK_EMBEDDED: "true", LOG_LEVEL: "silent" });
  const answer = getRequestListener((request) => {
    const how = new URL(request.url).pathname.slice(1) as keyof typeof HOW_IT_IS_READ;
    const headers = HOW_IT_IS_READ[how](request);
    return Response.json([getClientAddress(headers), headers.get("x-forwarded-host"), headers.get("x-own")]);
  });
  server = createServer((request, response) => {
    setClientAddress(request);
    void answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

const HOW = Object.keys(HOW_IT_IS_READ);

it.each(HOW)("is the connection's, whatever a client makes up (%s)", async (how) => {
  const madeUp = { "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "elsewhere.test", "X-Own": "kept" };
  for (const headers of [{ "X-Own": "kept" }, madeUp]) {
    const response = await fetch(`${origin}/${how}`, { headers });
    expect(await response.json()).toEqual(["127.0.0.1", null, "kept"]);
  }
});

it.each(HOW)("is what the trusted proxy says, and the connection's past that proxy (%s)", async (how) => {
  completeEnv({ TRUST_PROXY: "true" });
  const forwarded = { "X-Forwarded-For": "198.51.100.1, 203.0.113.9", "X-Forwarded-Host": "drydock.test" };
  for (const [headers, address, host] of [
    [forwarded, "203.0.113.9", "drydock.test"],
    [{ Forwarded: "for=203.0.113.9" }, "127.0.0.1", null],
  ] as const) {
    const response = await fetch(`${origin}/${how}`, { headers });
    expect(await response.json()).toEqual([address, host, null]);
  }
  completeEnv({ TRUST_PROXY: "false" });
});
