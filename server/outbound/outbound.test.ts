import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
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
  respondWithRaw,
} from "@/e2e/support/receivers/responders.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import { completeEnv } from "@/server/core/env/env.ts";
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

  it("accepts headers of up to 64 KiB", async () => {
    receiver.setResponder(respondWith(200, { "Content-Security-Policy": "a".repeat(60_000) }));
    expect(await send()).toMatchObject({ isComplete: true, response: { status: 200 } });
  });

  it.each([
    ["gzip", gzipSync("plain words")],
    ["x-gzip", gzipSync("plain words")],
    ["deflate", deflateSync("plain words")],
    ["deflate", deflateRawSync("plain words")],
    ["br", brotliCompressSync("plain words")],
    ["gzip, br", brotliCompressSync(gzipSync("plain words"))],
    ["identity", Buffer.from("plain words")],
    ["zstd-dictionary", Buffer.from("plain words")],
    ["gzip", Buffer.from("plain words")],
  ])("decodes a body in %s", async (coding, bytes) => {
    receiver.setResponder(
      respondWithRaw(`Content-Encoding: ${coding}\r\nContent-Length: ${bytes.length}`, bytes),
    );
    const result = await send();
    expect(result.isComplete && result.response.body.toString()).toBe("plain words");
  });

  it("shows a body that unpacks to very much as it came", async () => {
    const bytes = gzipSync(Buffer.alloc(20_000_000));
    receiver.setResponder(respondWithRaw(`Content-Encoding: gzip\r\nContent-Length: ${bytes.length}`, bytes));
    const result = await send();
    expect(result.isComplete && result.response.body.length).toBeLessThanOrEqual(65_536);
  });

  it.each([
    ["never ends", respondByDrops(20)],
    ["breaks off", closeMidResponse],
    ["is short", respondWithRaw("Content-Length: 100", Buffer.from("short"), "end")],
    ["is reset", respondWithRaw("Content-Length: 100", Buffer.from("short"), "reset")],
    ["has a malformed chunk", respondWithRaw("Transfer-Encoding: chunked", Buffer.from("zz\r\nx"))],
    ["ends inside a chunk", respondWithRaw("Transfer-Encoding: chunked", Buffer.from("5\r\nab"), "end")],
    ["is no gzip", respondWithRaw("Content-Encoding: gzip\r\nContent-Length: 3", Buffer.from("abc"))],
    [
      "is an endless event stream",
      respondWithRaw("Content-Type: text/event-stream", Buffer.from(": ok\n\n")),
    ],
  ])("takes the status of a response whose optional body %s", async (_, response) => {
    receiver.setResponder(response);
    const result = await outbound.send({ url: receiver.url, isBodyOptional: true, bodyTimeoutMs: 50 });
    expect(result).toMatchObject({ isComplete: true, response: { status: 200 } });
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
