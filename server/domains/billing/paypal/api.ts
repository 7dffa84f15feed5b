import { readFileSync } from "node:fs";
import { processSingleton } from "@/db/client.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import { env } from "@/server/core/env/env.ts";
import { rootCertificates } from "@/server/outbound/connector.ts";
import {
  createOutbound,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundResult,
} from "@/server/outbound/outbound.ts";
import { AppError } from "@/shared/errors.ts";
import { withoutTrailingSlash } from "@/shared/text/base-url.ts";

const API_BASE = { live: "https://api-m.paypal.com", sandbox: "https://api-m.sandbox.paypal.com" };
const REQUEST_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 524_288;
/** Tokens are replaced this long before they expire. */
const TOKEN_MARGIN_MS = 60_000;

/** Base URL of PayPal's API. */
export function getApiBase(): string {
  const { PAYPAL_API_BASE, PAYPAL_ENVIRONMENT } = env();
  return withoutTrailingSlash(PAYPAL_API_BASE ?? API_BASE[PAYPAL_ENVIRONMENT]);
}

export function isPayPalApiConfigured(): boolean {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = env();
  return Boolean(PAYPAL_CLIENT_ID && PAYPAL_CLIENT_SECRET);
}

/**
 * Outbound client for PayPal. The host of `PAYPAL_API_BASE` may be private, and the authorities of
 * `PAYPAL_CERT_CA_FILE` are trusted besides the public ones.
 */
function getClient(): Outbound {
  return processSingleton("paypal-outbound", () => {
    const { PAYPAL_API_BASE, OUTBOUND_ALLOW_HOSTS } = env();
    const ownHost = PAYPAL_API_BASE ? [new URL(PAYPAL_API_BASE).host] : [];
    const allow = parseAllowList([OUTBOUND_ALLOW_HOSTS ?? "", ...ownHost].join(",")) ?? [];
    return createOutbound({ allow, ca: trustedRoots().join("\n") });
  });
}

/**
 * Sends one request to PayPal, and once more if a kept-alive connection was closed meanwhile. All requests here may be
 * repeated.
 */
export async function requestHost(request: OutboundRequest): Promise<OutboundResult> {
  const result = await getClient().send(request);
  const isBroken = !result.isComplete && result.reason === "BROKEN_OFF" && !result.partialResponse;
  return isBroken ? getClient().send(request) : result;
}

/** Trusted certificate authorities in PEM: the public ones and those of `PAYPAL_CERT_CA_FILE`. */
export function trustedRoots(): string[] {
  const { PAYPAL_CERT_CA_FILE } = env();
  const own = PAYPAL_CERT_CA_FILE ? splitPem(readFileSync(PAYPAL_CERT_CA_FILE, "utf8")) : [];
  return [...rootCertificates, ...own];
}

const END_CERTIFICATE = "-----END CERTIFICATE-----";

export const splitPem = (text: string): string[] =>
  text
    .split(END_CERTIFICATE)
    .slice(0, -1)
    .flatMap((part) => {
      const start = part.indexOf("-----BEGIN CERTIFICATE-----");
      return start < 0 ? [] : [part.slice(start) + END_CERTIFICATE];
    });

/**
 * Fetches a resource from PayPal's API; null if it does not exist.
 * @throws AppError `UNAVAILABLE`
 */
export async function fetchResource(path: string): Promise<unknown> {
  const response = await requestPayPal("GET", path);
  if (response.status === 404) return null;
  return parseJson(response);
}

/**
 * Verifies a webhook signature through PayPal's API. The event is embedded as received, since PayPal compares bytes.
 * @throws AppError `UNAVAILABLE`
 */
export async function verifyWithApi(fields: Record<string, string>, event: string): Promise<boolean> {
  const body = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${event}}`;
  const response = await requestPayPal("POST", "/v1/notifications/verify-webhook-signature", body);
  if (response.status === 400 || response.status === 422) return false;
  return (parseJson(response) as { verification_status?: unknown }).verification_status === "SUCCESS";
}

/** Sends a request with an access token; after a 401 once more with a new one. */
async function requestPayPal(method: "GET" | "POST", path: string, body?: string): Promise<OutboundResponse> {
  const token = await getAccessToken();
  const response = await send(method, path, { Authorization: `Bearer ${token}` }, body);
  if (response.status !== 401) return response;
  tokens().current = undefined;
  return send(method, path, { Authorization: `Bearer ${await getAccessToken()}` }, body);
}

interface Token {
  value: string;
  expiresAt: number;
}

const tokens = () =>
  processSingleton("paypal-tokens", () => ({
    current: undefined as Token | undefined,
    pending: undefined as Promise<Token> | undefined,
  }));

async function getAccessToken(): Promise<string> {
  const state = tokens();
  if (state.current && state.current.expiresAt > performance.now()) return state.current.value;
  state.pending ??= requestToken().finally(() => {
    state.pending = undefined;
  });
  state.current = await state.pending;
  return state.current.value;
}

async function requestToken(): Promise<Token> {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = env();
  const credentials = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString("base64");
  const headers = {
    Authorization: `Basic ${credentials}`,
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const response = await send("POST", "/v1/oauth2/token", headers, "grant_type=client_credentials");
  const { access_token: value, expires_in: seconds } = parseJson(response) as Record<string, unknown>;
  if (typeof value !== "string") throw unavailable("PayPal returned no access token.");
  const ttlMs = (typeof seconds === "number" ? seconds : 0) * 1_000;
  return { value, expiresAt: performance.now() + Math.max(ttlMs - TOKEN_MARGIN_MS, 1_000) };
}

async function send(
  method: "GET" | "POST",
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<OutboundResponse> {
  const result = await requestHost({
    url: `${getApiBase()}${path}`,
    method,
    headers: {
      Accept: "application/json",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    timeoutMs: REQUEST_TIMEOUT_MS,
    readLimitBytes: MAX_RESPONSE_BYTES,
  });
  if (result.isComplete) return result.response;
  throw unavailable(`PayPal did not respond: ${result.message}.`);
}

function parseJson(response: OutboundResponse): object {
  if (response.status < 200 || response.status > 299 || response.isTruncated) {
    throw unavailable(`PayPal responded with status ${response.status}.`);
  }
  try {
    const json: unknown = JSON.parse(response.body.toString("utf8"));
    if (typeof json === "object" && json !== null) return json;
  } catch {
    // Reported below.
  }
  throw unavailable("PayPal's response is not a JSON object.");
}

const unavailable = (detail: string) => new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 30 });
