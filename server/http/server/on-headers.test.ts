import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { addServerTiming } from "./security-headers.ts";

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

describe("Server-Timing", () => {
  it("is the time until the headers, however they are written", async () => {
    const implicit = await answer(async (_, response) => {
      await delay(30);
      response.end("page");
    });
    const explicit = await answer(async (_, response) => {
      await delay(30);
      response.writeHead(418, { "X-Other": "kept" }).end();
    });
    expect([implicit.status, explicit.status]).toEqual([200, 418]);
    expect(explicit.headers.get("x-other")).toBe("kept");
    for (const { headers } of [implicit, explicit]) expect(durationIn(headers)).toBeGreaterThanOrEqual(29);
  });

  it("does not include the body", async () => {
    let finish = () => {};
    const response = await answer((_, served) => {
      served.write("shell");
      finish = () => served.end(" and rows");
    });
    expect(durationIn(response.headers)).toBeGreaterThanOrEqual(0);
    finish();
    expect(await response.text()).toBe("shell and rows");
  });
});

async function answer(listener: RequestListener): Promise<Response> {
  const server = createServer((request, response) => {
    addServerTiming(response);
    void listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closes.push(() => server.close());
  return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function durationIn(headers: Headers): number {
  const [, milliseconds] = /^total;dur=([\d.]+)$/.exec(headers.get("server-timing") ?? "") ?? [];
  return Number(milliseconds);
}
