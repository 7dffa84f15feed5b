import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SERVER_CERTIFICATE, SERVER_KEY, TEST_AUTHORITY } from "@/e2e/support/receivers/certificates.ts";
import { closedPort, type Receiver, startReceiver } from "@/e2e/support/receivers/receiver.ts";
import {
  closeMidResponse,
  neverRespond,
  respondAfter,
  respondByDrops,
  respondWith,
  respondWithBytes,
  respondWithEndlessHeaders,
  respondWithGarbage,
} from "@/e2e/support/receivers/responders.ts";
import { parseAllowList } from "../platform/env/allow-list.ts";
import { completeEnv } from "../platform/env/env.ts";
import { createOutbound, type Outbound, outbound as outboundOfProcess } from "./outbound.ts";

const TIMEOUT_MS = 300;
let receiver: Receiver;
let outbound: Outbound;
beforeAll(async () => {
  receiver = await startReceiver(neverRespond);
  outbound = createOutbound({ allow: parseAllowList("127.0.0.1") ?? [] });
});
afterEach(() => receiver.setResponder(neverRespond));
afterAll(async () => {
  await receiver.close();
  await outbound.close();
});

const send = (url = receiver.url) => outbound.send({ url, body: "{}", timeoutMs: TIMEOUT_MS });

describe("the outbound client", () => {
  it("of the process reaches hosts of OUTBOUND_ALLOW_HOSTS", async () => {
    completeEnv({ OUTBOUND_ALLOW_HOSTS: `127.0.0.1:${receiver.port}`, LOG_LEVEL: "silent" });
    receiver.setResponder(respondWith(200));
    expect(await outboundOfProcess().send({ url: receiver.url })).toMatchObject({ isComplete: true });
    const elsewhere = `http://127.0.0.1:${await closedPort()}/`;
    expect(await outboundOfProcess().send({ url: elsewhere })).toMatchObject({ reason: "BLOCKED" });
    await outboundOfProcess().close();
  });

  it("returns a response of any status", async () => {
    for (const status of [200, 204, 400, 410, 429, 500, 503]) {
      receiver.setResponder(respondWith(status, { "Retry-After": "7" }, status === 204 ? "" : "words"));
      expect(await send()).toMatchObject({
        isComplete: true,
        response: { status, headers: { "retry-after": "7" }, isTruncated: false },
      });
    }
  });

  it("reports a refused connection", async () => {
    const result = await send(`http://127.0.0.1:${await closedPort()}/`);
    expect(result).toMatchObject({ isComplete: false, reason: "REFUSED", message: /ECONNREFUSED/ });
  });

  it.each([
    ["hangs", neverRespond],
    ["drips", respondByDrops(20)],
    ["answers late", respondAfter(TIMEOUT_MS * 2, respondWith(200))],
  ])("times out on one that %s", async (_, response) => {
    receiver.setResponder(response);
    const result = await send();
    expect(result).toMatchObject({ isComplete: false, reason: "TIMEOUT" });
    expect(result.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
    expect(result.durationMs).toBeLessThan(TIMEOUT_MS * 2);
  });

  it("truncates a response of 10 MB and closes the connection", async () => {
    let sent = 0;
    receiver.setResponder(
      respondWithBytes(10_000_000, (bytes) => {
        sent = bytes;
      }),
    );
    const result = await outbound.send({ url: receiver.url, readLimitBytes: 65_536 });
    expect(result).toMatchObject({ isComplete: true, response: { status: 200, isTruncated: true } });
    expect(result.isComplete && result.response.body.length).toBe(65_536);
    expect(sent).toBeLessThan(10_000_000);
  });

  it("returns the partial response of a connection that closes", async () => {
    receiver.setResponder(closeMidResponse);
    const result = await send();
    expect(result).toMatchObject({
      isComplete: false,
      reason: "BROKEN_OFF",
      partialResponse: { status: 200 },
    });
    expect(!result.isComplete && result.partialResponse?.body.toString()).toBe("half of");
  });

  it.each([
    ["garbage", respondWithGarbage],
    ["endless headers", respondWithEndlessHeaders],
  ])("reports %s as no HTTP", async (_, response) => {
    receiver.setResponder(response);
    expect(await outbound.send({ url: receiver.url })).toMatchObject({
      isComplete: false,
      reason: "NOT_HTTP",
    });
  });

  it("trusts a certificate only of its authorities and for the host name", async () => {
    const server = createServer({ key: SERVER_KEY, cert: SERVER_CERTIFICATE }, (_, response) =>
      response.end("ok"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const allow = parseAllowList("127.0.0.1") ?? [];
    const [stranger, friend] = [
      createOutbound({ allow, resolve }),
      createOutbound({ allow, resolve, ca: TEST_AUTHORITY }),
    ];
    const url = `https://secure.test:${port}/`;
    expect(await stranger.send({ url })).toMatchObject({ isComplete: false, reason: "TLS" });
    expect(await friend.send({ url })).toMatchObject({ isComplete: true, response: { status: 200 } });
    expect(await friend.send({ url: `https://other.test:${port}/` })).toMatchObject({ reason: "TLS" });
    server.closeAllConnections();
    server.close();
    await Promise.all([stranger.close(), friend.close()]);
  });
});
