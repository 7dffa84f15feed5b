import { createHmac } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { verifyStripeSignature } from "./signature.ts";

const SECRET = "whsec_k7Jq2vXw9ZbN4mTr8LhD1sYf";
const OTHER = "whsec_9ZbN4mTr8LhD1sYfk7Jq2vXw";
const NOW = new Date("2026-08-01T12:00:00.500Z");
const SECONDS = Math.floor(NOW.getTime() / 1_000);
const BODY = '{"id":"evt_1","type":"x"}';

const sign = (payload = BODY, { secret = SECRET, timestamp = SECONDS } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const verifySignature = (
  header: string | null,
  body: string | Uint8Array = BODY,
  secrets: readonly string[] = [SECRET],
) => verifyStripeSignature(typeof body === "string" ? Buffer.from(body) : body, header, secrets, NOW);
const v1 = (header: string) => header.split("v1=")[1] ?? "";

describe("a signature of the official library", () => {
  it("is valid", () => expect(verifySignature(sign())).toBe(true));

  it("is valid with any of several secrets", () => {
    expect(verifySignature(sign(BODY, { secret: OTHER }), BODY, [SECRET, OTHER])).toBe(true);
    expect(verifySignature(`${sign(BODY, { secret: "whsec_of_nobody" })},v1=${v1(sign())}`)).toBe(true);
  });

  it.each([-300, 300])("is valid %d seconds from now", (offset) => {
    expect(verifySignature(sign(BODY, { timestamp: SECONDS + offset }))).toBe(true);
  });

  it("is valid over an empty body, a byte order mark and binary bytes", () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00]);
    const over = (body: Buffer) =>
      createHmac("sha256", SECRET).update(`${SECONDS}.`).update(body).digest("hex");
    for (const body of [Buffer.alloc(0), Buffer.from(`\uFEFF${BODY}`), bytes]) {
      expect(verifySignature(`t=${SECONDS},v1=${over(body)}`, body)).toBe(true);
    }
  });
});

describe("a forged signature is rejected:", () => {
  const header = sign();
  const t = `t=${SECONDS}`;
  it.each<[string, string | null, string?, string[]?]>([
    ["no header", null],
    ["an empty header", ""],
    ["a wrong secret", sign(BODY, { secret: OTHER })],
    ["an old time", sign(BODY, { timestamp: SECONDS - 301 })],
    ["a future time", sign(BODY, { timestamp: SECONDS + 301 })],
    ["an altered body", header, BODY.replace("evt_1", "evt_2")],
    ["a body with a byte order mark that was not signed", header, `\uFEFF${BODY}`],
    ["no v1 scheme", `${t},v0=${v1(header)}`],
    ["another scheme beside a wrong v1", `${t},v0=${v1(header)},v1=${"0".repeat(64)}`],
    ["a time of its own", `t=${SECONDS + 1},v1=${v1(header)}`],
    ["two times", `t=${SECONDS - 9_999},${header}`],
    ["no time", `v1=${v1(header)}`],
    ["a time that is no number", `t=${SECONDS}x,v1=${v1(header)}`],
    ["a negative time", `t=-${SECONDS},v1=${v1(header)}`],
    ["an exponent for a time", `t=1e9,v1=${v1(header)}`],
    ["a short signature", `${t},v1=${v1(header).slice(2)}`],
    ["a long signature", `${t},v1=${v1(header)}00`],
    ["an empty signature", `${t},v1=`],
    ["a huge header", `${header}${",v1=00".repeat(2_000)}`],
    ["no secret at all", header, BODY, []],
    [
      "the signature of an empty secret",
      `${t},v1=${createHmac("sha256", "").update(`${SECONDS}.${BODY}`).digest("hex")}`,
    ],
  ])("%s", (_, given, body, secrets) => {
    expect(verifySignature(given, body, secrets)).toBe(false);
  });
});
