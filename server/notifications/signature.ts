import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { ChannelSigning } from "@/db/schema/vocabulary.ts";

/** A channel's secret as it is kept, and what its receiver needs in order to verify. */
export interface SigningSecret {
  secret: string;
  shown: string;
}

/**
 * A new secret: 32 random bytes that both sides hold (`whsec_`), or a pair of Ed25519 keys (`whsk_`) of which the
 * receiver gets the public one (`whpk_`).
 */
export function generateSecret(signing: ChannelSigning): SigningSecret {
  if (signing === "HMAC") {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    return { secret, shown: secret };
  }
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const publicKey = Buffer.from(x, "base64url");
  return {
    secret: `whsk_${Buffer.concat([Buffer.from(d, "base64url"), publicKey]).toString("base64")}`,
    shown: `whpk_${publicKey.toString("base64")}`,
  };
}

/** The headers of Standard Webhooks 1.0; one signature for each secret that is valid now. */
export function createSignatureHeaders(
  message: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const content = `${message.id}.${timestamp}.${message.body}`;
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => signatureOf(content, secret)).join(" "),
  };
}

function signatureOf(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(secret.indexOf("_") + 1), "base64");
  if (secret.startsWith("whsec_")) return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  const [d, x] = [key.subarray(0, 32), key.subarray(32)].map((part) => part.toString("base64url"));
  const privateKey = createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", d, x }, format: "jwk" });
  return `v1a,${sign(null, Buffer.from(content), privateKey).toString("base64")}`;
}
