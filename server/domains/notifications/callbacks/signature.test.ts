import { createPublicKey, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createSignatureHeaders, generateSecret } from "./signature.ts";

const message = {
  id: "01900000-0000-7000-8000-000000000001",
  at: new Date(),
  body: '{"type":"build.failed"}',
};

describe("a signed request", () => {
  it("is accepted by the official verifier, with either secret during a rotation", () => {
    const [old, next, other] = [generateSecret("HMAC"), generateSecret("HMAC"), generateSecret("HMAC")];
    const headers = createSignatureHeaders(message, [next.secret, old.secret]);
    for (const { verificationKey } of [old, next]) {
      expect(new Webhook(verificationKey).verify(message.body, headers)).toEqual({ type: "build.failed" });
    }
    expect(() => new Webhook(other.verificationKey).verify(message.body, headers)).toThrow();
    expect(() => new Webhook(next.verificationKey).verify(`${message.body} `, headers)).toThrow();
  });

  it("can be verified with the public key alone", () => {
    const { secret, verificationKey } = generateSecret("ED25519");
    const headers = createSignatureHeaders(message, [secret]);
    const x = Buffer.from(verificationKey.replace("whpk_", ""), "base64").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    const signed = Buffer.from(`${message.id}.${headers["webhook-timestamp"]}.${message.body}`);
    const [version, signature = ""] = (headers["webhook-signature"] ?? "").split(",");
    expect(version).toBe("v1a");
    expect(verify(null, signed, key, Buffer.from(signature, "base64"))).toBe(true);
    expect(secret).toMatch(/^whsk_/);
    expect(verificationKey).toMatch(/^whpk_/);
  });
});
