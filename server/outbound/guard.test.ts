import type { LookupAddress } from "node:dns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Receiver, startReceiver } from "@/e2e/support/receivers/receiver.ts";
import { respondWith } from "@/e2e/support/receivers/responders.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import type { Resolve } from "./target.ts";

let canary: Receiver;
let outbound: Outbound;
beforeAll(async () => {
  canary = await startReceiver(respondWith(200), "::");
  outbound = createOutbound();
});
afterAll(async () => {
  await outbound.close();
  await canary.close();
});

const LOOPBACK: LookupAddress = { address: "127.0.0.1", family: 4 };
const PUBLIC: LookupAddress = { address: "93.184.215.14", family: 4 };

describe("a server on loopback", () => {
  it("is reached if it is allow-listed", async () => {
    const allowed = createOutbound({ allow: parseAllowList("127.0.0.1") ?? [] });
    const result = await allowed.send({ url: `http://127.0.0.1:${canary.port}/`, body: "{}" });
    expect(result).toMatchObject({ isComplete: true, response: { status: 200 } });
    expect(canary.connections()).toBe(1);
    await allowed.close();
  });

  it.each([
    ...["127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0x7f.1"],
    ...[
      "017700000001",
      "0177.0.0.1",
      "0177.1",
      "127.0.0.0x1",
      "%31%32%37.0.0.1",
      "１２７.0.0.1",
      "127。0。0。1",
    ],
    ...["0", "0.0.0.0", "0x0", "00000", "localhost", "LOCALHOST", "localhost."],
    ...[
      "[::1]",
      "[0:0:0:0:0:0:0:1]",
      "[::]",
      "[::127.0.0.1]",
      "[::7f00:1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
    ],
    ...["[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]"],
    ...["[2002:7f00:1::]", "[2001::7f00:1]", "[fe80::1]", "[fd00:ec2::254]"],
    ...[
      "169.254.169.254",
      "0xa9fea9fe",
      "2852039166",
      "168.63.129.16",
      "100.100.100.200",
      "192.168.0.1",
      "10.1",
    ],
  ])("is not reached as http://%s", async (host) => {
    const before = canary.connections();
    const url = `http://${host}:${canary.port}/`;
    expect(await outbound.findRefusal(url)).toMatch(/not a public address|does not resolve/);
    const result = await outbound.send({ url, timeoutMs: 2_000 });
    expect(result).toMatchObject({ isComplete: false });
    expect(result.isComplete ? "" : result.reason).toMatch(/BLOCKED|UNKNOWN_HOST/);
    const secure = await outbound.send({ url: url.replace("http:", "https:"), timeoutMs: 2_000 });
    expect(secure).toMatchObject({ isComplete: false });
    expect(canary.connections()).toBe(before);
  });

  it.each([
    ["leads to it", [[LOOPBACK]]],
    ["leads to it among others", [[PUBLIC, LOOPBACK]]],
    ["leads to it in the other family", [[PUBLIC, { address: "::1", family: 6 }]]],
    ["leads to it mapped", [[{ address: "::ffff:127.0.0.1", family: 6 }]]],
    ["led elsewhere when it was checked", [[PUBLIC], [LOOPBACK], [LOOPBACK]]],
  ])("is not reached by a name that %s", async (_, answers: LookupAddress[][]) => {
    const before = canary.connections();
    let lookups = 0;
    const resolve: Resolve = async () => answers[Math.min(lookups++, answers.length - 1)] ?? [];
    const client = createOutbound({ resolve });
    const isRebound = answers.length > 1;
    if (isRebound) expect(await client.findRefusal("http://rebind.test/")).toBeNull();
    for (const url of ["http://rebind.test/", "https://rebind.test/"]) {
      const result = await client.send({ url });
      expect(result).toMatchObject({ isComplete: false, reason: "BLOCKED" });
    }
    expect(canary.connections()).toBe(before);
    await client.close();
  });

  it("is connected to by the checked address, and the name resolved once", async () => {
    let lookups = 0;
    const resolve: Resolve = async () => {
      lookups += 1;
      return lookups === 1 ? [LOOPBACK] : [PUBLIC];
    };
    const client = createOutbound({ resolve, allow: parseAllowList("127.0.0.0/8") ?? [] });
    const result = await client.send({ url: `http://pinned.test:${canary.port}/path?q=1` });
    expect(result).toMatchObject({ isComplete: true, response: { status: 200 } });
    expect(lookups).toBe(1);
    expect(canary.received.at(-1)).toMatchObject({
      path: "/path?q=1",
      headers: { host: `pinned.test:${canary.port}` },
    });
    await client.close();
  });

  it.each([301, 302, 303, 307, 308])("is not reached through a redirect with %i", async (status) => {
    const before = canary.connections();
    const redirecting = await startReceiver(
      respondWith(status, { Location: `http://127.0.0.1:${canary.port}/` }),
    );
    const client = createOutbound({ allow: parseAllowList(`127.0.0.1:${redirecting.port}`) ?? [] });
    expect(await client.send({ url: redirecting.url })).toMatchObject({
      isComplete: true,
      response: { status },
    });
    expect(canary.connections()).toBe(before);
    await client.close();
    await redirecting.close();
  });
});

describe("a URL", () => {
  it.each([
    ["ftp://example.com/", "must be an http or https URL"],
    ["file:///etc/passwd", "must be an http or https URL"],
    ["nonsense", "must be an http or https URL"],
    ["https://user:pass@example.com/", "must not contain a user name or password"],
  ])("%s is rejected", async (url, problem) => {
    expect(await outbound.findRefusal(url)).toBe(problem);
    expect(await outbound.send({ url })).toMatchObject({
      isComplete: false,
      reason: "BLOCKED",
      message: problem,
    });
  });

  it.each([8080, 22, 6379, 5432])("with port %i is rejected", async (port) => {
    const client = createOutbound({ resolve: async () => [PUBLIC] });
    expect(await client.findRefusal(`https://example.com:${port}/`)).toBe(
      `port ${port} is not allowed; use 80 or 443`,
    );
    expect(await client.send({ url: `https://example.com:${port}/` })).toMatchObject({ reason: "BLOCKED" });
    await client.close();
  });

  it("of a public host on a standard port is allowed", async () => {
    const client = createOutbound({ resolve: async () => [PUBLIC] });
    for (const url of ["https://example.com/hook", "http://example.com/", "https://93.184.215.14/"]) {
      expect(await client.findRefusal(url)).toBeNull();
    }
    await client.close();
  });
});
