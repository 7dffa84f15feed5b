import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { ChannelSigning } from "@/shared/vocabulary.ts";

/**
 * Generates a signing secret: 32 random bytes shared by both sides (`whsec_`), or an Ed25519 key pair (`whsk_`), of which
 * the receiver gets the public key (`whpk_`).
 */
export function generateSecret(signing: ChannelSigning) {
  if (signing === "HMAC") {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    return { secret, verificationKey: secret };
  }
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const publicKey = Buffer.from(x, "base64url");
  return {
    secret: `whsk_${Buffer.concat([Buffer.from(d, "base64url"), publicKey]).toString("base64")}`,
    verificationKey: `whpk_${publicKey.toString("base64")}`,
  };
}

/** Signature headers of Standard Webhooks 1.0, with one signature per valid secret. */
export function createSignatureHeaders(
  message: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const content = `${message.id}.${timestamp}.${message.body}`;
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => computeSignature(content, secret)).join(" "),
  };
}

function computeSignature(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(secret.indexOf("_") + 1), "base64");
  if (secret.startsWith("whsec_")) return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  const [d, x] = [key.subarray(0, 32), key.subarray(32)].map((part) => part.toString("base64url"));
  const privateKey = createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", d, x }, format: "jwk" });
  return `v1a,${sign(null, Buffer.from(content), privateKey).toString("base64")}`;
}
