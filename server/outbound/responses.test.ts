import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Receiver, startReceiver } from "@/e2e/support/receivers/receiver.ts";
import { neverRespond, respondWith, respondWithText } from "@/e2e/support/receivers/responders.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import { createOutbound, type Outbound } from "./outbound.ts";

let receiver: Receiver;
let outbound: Outbound;
beforeAll(async () => {
  receiver = await startReceiver(neverRespond);
  outbound = createOutbound({ allow: parseAllowList("127.0.0.1") ?? [] });
});
afterAll(async () => {
  await receiver.close();
  await outbound.close();
});

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const sendCallback = () =>
  outbound.send({ url: receiver.url, body: "{}", isBodyOptional: true, bodyTimeoutMs: 100 });

describe("a callback is acknowledged by 2xx", () => {
  it.each([
    ["after 100 Continue", `HTTP/1.1 100 Continue\r\n\r\n${OK}`, 200],
    ["after 102 Processing", `HTTP/1.1 102 Processing\r\n\r\n${OK}`, 200],
    ["after 103 Early Hints, twice", `${"HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n".repeat(2)}${OK}`, 200],
    ["of HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nok", 200],
    ["without a reason phrase", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200],
    ["with a status of its own", "HTTP/1.1 299 Taken\r\nContent-Length: 0\r\n\r\n", 299],
    ["204 with a length", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok", 204],
    ["205", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n", 205],
    [
      "with a length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      200,
    ],
    ["with bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", 200],
    ["with a control character", "HTTP/1.1 200 OK\r\nX-A: a\x01b\r\nContent-Length: 2\r\n\r\nok", 200],
    ["with Latin-1 in a header", "HTTP/1.1 200 OK\r\nX-A: caf\xe9\r\nContent-Length: 2\r\n\r\nok", 200],
    ["with a folded header", "HTTP/1.1 200 OK\r\nX-A: a\r\n b\r\nContent-Length: 2\r\n\r\nok", 200],
    ["with 1,500 headers", `HTTP/1.1 200 OK\r\n${"X-A: 1\r\n".repeat(1_500)}Content-Length: 0\r\n\r\n`, 200],
  ])("%s", async (_, text, status) => {
    receiver.setResponder(respondWithText(text));
    expect(await sendCallback()).toMatchObject({ isComplete: true, response: { status } });
  });

  it("and refused by a malformed response to a request whose body is needed", async () => {
    receiver.setResponder(respondWithText("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"));
    const result = await outbound.send({ url: receiver.url, method: "GET" });
    expect(result).toMatchObject({ isComplete: false, reason: "NOT_HTTP" });
  });
});

describe("a callback fails at once", () => {
  it.each([
    ["by a switch of protocols", "Upgrade: x\r\nConnection: Upgrade\r\n"],
    ["by a switch to HTTP/2", "Upgrade: h2c\r\nConnection: Upgrade\r\n"],
  ])("%s", async (_, headers) => {
    receiver.setResponder(respondWithText(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`));
    const result = await outbound.send({
      url: receiver.url,
      body: "{}",
      isBodyOptional: true,
      timeoutMs: 2_000,
    });
    expect(result).toMatchObject({ isComplete: false });
    receiver.setResponder(respondWith(200));
    expect(await sendCallback()).toMatchObject({ isComplete: true, response: { status: 200 } });
  });
});

describe("a kept connection", () => {
  it("is used again", async () => {
    receiver.setResponder(respondWith(200));
    await sendCallback();
    const before = receiver.connections();
    await sendCallback();
    expect(receiver.connections()).toBe(before);
  });

  it("that the receiver has closed meanwhile costs no attempt", async () => {
    receiver.setResponder(respondWith(200));
    await sendCallback();
    receiver.setResponder((socket) => {
      receiver.setResponder(respondWith(202));
      socket.resetAndDestroy();
    });
    expect(await sendCallback()).toMatchObject({ isComplete: true, response: { status: 202 } });
  });

  it("that breaks on every request is an error in the end", async () => {
    receiver.setResponder(respondWith(200));
    await sendCallback();
    receiver.setResponder((socket) => socket.resetAndDestroy());
    expect(await sendCallback()).toMatchObject({ isComplete: false, reason: "BROKEN_OFF" });
  });
});
