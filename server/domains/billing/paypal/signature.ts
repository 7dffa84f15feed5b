import { verify } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Env, env } from "@/server/core/env/env.ts";
import { verifyWithApi } from "./api.ts";
import { findCertificate } from "./certificate-cache.ts";

/** Tolerated clock difference to the time of a transmission, in both directions. */
export const TOLERANCE_MS = 300_000;

/** Transmission headers of a PayPal webhook, each with a valid format. */
export interface Transmission {
  id: string;
  time: string;
  signature: string;
  certificateUrl: URL;
}

/**
 * Verifies a PayPal signature. It covers only a CRC-32 of the body, so a valid signature alone grants nothing.
 * @throws AppError `UNAVAILABLE` while the certificate or the verification API is unavailable
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

/** Parses the transmission headers; null if one is missing, repeated, malformed or outside `TOLERANCE_MS`. */
export function parseTransmission(headers: Headers, now: Date): Transmission | null {
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
  // The API takes the event as embedded JSON.
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

const CERTIFICATE_HOSTS: Record<Env["PAYPAL_ENVIRONMENT"], readonly string[]> = {
  live: ["api.paypal.com", "api-m.paypal.com"],
  sandbox: ["api.sandbox.paypal.com", "api-m.sandbox.paypal.com"],
};
const CERTIFICATE_FOLDER = "/v1/notifications/certs/";

/**
 * Parses the URL of a signing certificate. Allowed is https on the default port of a PayPal host of the environment,
 * below `CERTIFICATE_FOLDER`, without user info, query or fragment; null otherwise.
 */
export function parseCertificateUrl(text: string, environment: Env["PAYPAL_ENVIRONMENT"]): URL | null {
  if (text.length > 500 || !/^[\x21-\x7e]+$/.test(text) || text.includes("\\") || !URL.canParse(text))
    return null;
  const url = new URL(text);
  const isAllowed =
    url.protocol === "https:" &&
    CERTIFICATE_HOSTS[environment].includes(url.hostname) &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    !/[@?#]/.test(text) &&
    url.pathname.startsWith(CERTIFICATE_FOLDER) &&
    /^[A-Za-z0-9._-]+$/.test(url.pathname.slice(CERTIFICATE_FOLDER.length));
  return isAllowed ? url : null;
}
