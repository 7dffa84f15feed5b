import { verify } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Env } from "../../platform/env/env.ts";
import { env } from "../../platform/env/env.ts";
import { verifyWithApi } from "./api.ts";
import { findCertificate } from "./certificate-cache.ts";

/** How far a transmission's time may lie from ours, in either direction. */
export const TOLERANCE_MS = 300_000;

/** What PayPal says of a transmission in its headers, each checked for its form. */
export interface Transmission {
  id: string;
  time: string;
  signature: string;
  certificateUrl: URL;
}

/**
 * Whether PayPal sent this body a moment ago to our webhook. The signature covers no more of the body than its CRC-32,
 * so a right one grants nothing by itself.
 * @throws AppError `UNAVAILABLE` while the certificate, or PayPal's own verdict, cannot be had
 */
export async function verifyPayPalSignature(
  body: Uint8Array,
  transmission: Transmission,
  webhookId: string,
  now: Date,
): Promise<boolean> {
  if (env().PAYPAL_VERIFICATION === "api") return isConfirmedByPayPal(body, transmission, webhookId);
  const certificate = await findCertificate(transmission.certificateUrl, now);
  if (!certificate) return false;
  const signed = `${transmission.id}|${transmission.time}|${webhookId}|${crc32(body)}`;
  const signature = Buffer.from(transmission.signature, "base64");
  return verify("sha256", Buffer.from(signed), certificate.key, signature);
}

/** The transmission that headers tell of, or null where one is missing, repeated, malformed or out of time. */
export function readTransmission(headers: Headers, now: Date): Transmission | null {
  const id = headers.get("paypal-transmission-id") ?? "";
  const time = headers.get("paypal-transmission-time") ?? "";
  const signature = headers.get("paypal-transmission-sig") ?? "";
  const certificateUrl = parseCertificateUrl(headers.get("paypal-cert-url") ?? "", env().PAYPAL_ENVIRONMENT);
  const isWellFormed =
    /^[A-Za-z0-9_-]{1,64}$/.test(id) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(time) &&
    /^[A-Za-z0-9+/]{1,1024}={0,2}$/.test(signature) &&
    headers.get("paypal-auth-algo") === "SHA256withRSA";
  const isInTime = Math.abs(Date.parse(time) - now.getTime()) <= TOLERANCE_MS;
  return isWellFormed && isInTime && certificateUrl ? { id, time, signature, certificateUrl } : null;
}

async function isConfirmedByPayPal(
  body: Uint8Array,
  { id, time, signature, certificateUrl }: Transmission,
  webhookId: string,
): Promise<boolean> {
  const event = Buffer.from(body).toString("utf8");
  // What is no JSON cannot be embedded in the question.
  if (!isJson(event)) return false;
  return verifyWithApi(
    {
      auth_algo: "SHA256withRSA",
      cert_url: certificateUrl.href,
      transmission_id: id,
      transmission_sig: signature,
      transmission_time: time,
      webhook_id: webhookId,
    },
    event,
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const HOSTS: Record<Env["PAYPAL_ENVIRONMENT"], readonly string[]> = {
  live: ["api.paypal.com", "api-m.paypal.com"],
  sandbox: ["api.sandbox.paypal.com", "api-m.sandbox.paypal.com"],
};
const FOLDER = "/v1/notifications/certs/";

/**
 * The URL of a signing certificate, normalised, if PayPal's certificates are to be found there: https on the default
 * port of a host of the configured environment, without user-info, query or fragment, below the one folder.
 */
export function parseCertificateUrl(text: string, environment: Env["PAYPAL_ENVIRONMENT"]): URL | null {
  if (text.length > 500 || !/^[\x21-\x7e]+$/.test(text) || text.includes("\\") || !URL.canParse(text))
    return null;
  const url = new URL(text);
  const isThere =
    url.protocol === "https:" &&
    HOSTS[environment].includes(url.hostname) &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    !/[@?#]/.test(text) &&
    url.pathname.startsWith(FOLDER) &&
    /^[A-Za-z0-9._-]+$/.test(url.pathname.slice(FOLDER.length));
  return isThere ? url : null;
}
