import { randomUUID, sign } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Certificate, createCertificate } from "./certificate-authority.ts";

export const PAYPAL_WEBHOOK_ID = "8PT597110X687430L";
export const SIGNER = "messageverificationcerts.paypal.com";
const FOLDER = "/v1/notifications/certs/";

export interface PayPalEvent {
  id: string;
  body: string;
}

let ids = 0;
/** Unique id in PayPal's format. */
export const paypalId = (prefix = ""): string => {
  ids += 1;
  return `${prefix}${process.pid.toString(36)}${Date.now().toString(36)}${ids.toString(36).padStart(4, "0")}`.toUpperCase();
};

export function paypalEvent(
  type: string,
  resource: Record<string, unknown>,
  { at = new Date(), id = paypalId("WH-") } = {},
): PayPalEvent {
  const event = { id, event_version: "1.0", create_time: at.toISOString(), event_type: type };
  return { id, body: JSON.stringify({ ...event, summary: "Something happened", resource }) };
}

/** Signing key of deliveries, with its published certificate file. */
export interface Signer {
  key: Certificate["key"];
  path: string;
  url: string;
  file: string;
}

export function createSigner(
  issuer: Certificate | null,
  options: Parameters<typeof createCertificate>[2] & { name?: string; chain?: string } = {},
): Signer {
  const { name = SIGNER, chain = "", ...rest } = options;
  const { pem, key } = createCertificate(name, issuer, rest);
  const path = `${FOLDER}CERT-${paypalId()}`;
  return { key, path, url: `https://api.sandbox.paypal.com${path}`, file: pem + chain };
}

/** Headers of a delivery, signed over `webhookId`, the time and the body's CRC-32. */
export function signPayPal(
  body: string | Uint8Array,
  signer: Signer,
  { webhookId = PAYPAL_WEBHOOK_ID, at = new Date(), id = randomUUID() as string } = {},
): Record<string, string> {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  const signed = `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`;
  return {
    "Content-Type": "application/json",
    "PAYPAL-TRANSMISSION-ID": id,
    "PAYPAL-TRANSMISSION-TIME": time,
    "PAYPAL-TRANSMISSION-SIG": sign("sha256", Buffer.from(signed), signer.key).toString("base64"),
    "PAYPAL-CERT-URL": signer.url,
    "PAYPAL-AUTH-ALGO": "SHA256withRSA",
  };
}

/** Collision of CRC-32: the body with `from` replaced by `to`, and six characters of padding that restore the checksum. */
export function collide(body: string, from: string, to: string): Buffer {
  const expected = crc32(Buffer.from(body));
  const altered = Buffer.from(`${body.replace(from, to).replace(/\}$/, "")},"padding":"`);
  const end = Buffer.from('"}');
  // 64 characters need no escape in JSON, so six of them cover 36 bits.
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const start = crc32(altered);
  const half = new Map<number, string>();
  const backward = (crc: number, bytes: Uint8Array) =>
    bytes.reduceRight((state, byte) => unstep(state, byte), crc);
  const target = backward((expected ^ 0xffffffff) >>> 0, end);
  for (const a of letters)
    for (const b of letters)
      for (const c of letters) {
        half.set((crc32(a + b + c, start) ^ 0xffffffff) >>> 0, a + b + c);
      }
  for (const d of letters)
    for (const e of letters)
      for (const f of letters) {
        const prefix = half.get(backward(target, Buffer.from(d + e + f)));
        if (prefix) return Buffer.concat([altered, Buffer.from(prefix + d + e + f), end]);
      }
  throw new Error("no padding restores the checksum");
}

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
const BY_HIGH_BYTE = new Map(TABLE.map((value, index) => [value >>> 24, index]));

/** State of the checksum before `byte`. */
function unstep(state: number, byte: number): number {
  const index = BY_HIGH_BYTE.get(state >>> 24) ?? 0;
  return ((((state ^ (TABLE[index] ?? 0)) << 8) >>> 0) | (index ^ byte)) >>> 0;
}
