import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { processSingleton } from "@/db/client.ts";
import {
  createOutbound,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundResult,
} from "../../outbound/outbound.ts";
import { parseAllowList } from "../../platform/env/allow-list.ts";
import { env } from "../../platform/env/env.ts";
import { AppError } from "../../platform/errors.ts";

const API_BASE = { live: "https://api-m.paypal.com", sandbox: "https://api-m.sandbox.paypal.com" };
const TIMEOUT_MS = 5_000;
const READ_LIMIT_BYTES = 524_288;
/** A token is not used in the last minute of its life. */
const TOKEN_MARGIN_MS = 60_000;

/** Where PayPal's API is asked. */
export function getApiBase(): string {
  const { PAYPAL_API_BASE, PAYPAL_ENVIRONMENT } = env();
  return (PAYPAL_API_BASE ?? API_BASE[PAYPAL_ENVIRONMENT]).replace(/\/+$/, "");
}

/** Whether resources can be read back. */
export function isPayPalApiConfigured(): boolean {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = env();
  return Boolean(PAYPAL_CLIENT_ID && PAYPAL_CLIENT_SECRET);
}

/**
 * The guarded client for PayPal's hosts. The host that the operator named as `PAYPAL_API_BASE` may be private, and the
 * authorities of `PAYPAL_CERT_CA_FILE` are trusted beside the public ones.
 */
function client(): Outbound {
  return processSingleton("paypal-outbound", () => {
    const { PAYPAL_API_BASE, OUTBOUND_ALLOW_HOSTS } = env();
    const ownHost = PAYPAL_API_BASE ? [new URL(PAYPAL_API_BASE).host] : [];
    const allow = parseAllowList([OUTBOUND_ALLOW_HOSTS ?? "", ...ownHost].join(",")) ?? [];
    return createOutbound({ allow, ca: trustedRoots().join("\n") });
  });
}

/**
 * One request to a host of PayPal's; all of ours may be asked twice. A kept connection may have been closed at the other
 * end just then, and asking again opens a new one.
 */
export async function requestHost(request: OutboundRequest): Promise<OutboundResult> {
  const result = await client().send(request);
  const isBroken = !result.answered && result.reason === "BROKEN_OFF" && !result.began;
  return isBroken ? client().send(request) : result;
}

/** The public authorities, and those that the operator trusts beside them, in PEM. */
export function trustedRoots(): string[] {
  const { PAYPAL_CERT_CA_FILE } = env();
  const own = PAYPAL_CERT_CA_FILE ? splitPem(readFileSync(PAYPAL_CERT_CA_FILE, "utf8")) : [];
  return [...rootCertificates, ...own];
}

export const splitPem = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];

/**
 * A resource as PayPal itself holds it now, or null where PayPal knows none.
 * @throws AppError `UNAVAILABLE` while PayPal does not answer as it should
 */
export async function getResource(path: string): Promise<unknown> {
  const answer = await requestPayPal("GET", path);
  if (answer.status === 404) return null;
  return parsed(answer);
}

/**
 * PayPal's own verdict on a delivery's signature. The event goes there exactly as it came.
 * @throws AppError `UNAVAILABLE`
 */
export async function verifyWithApi(fields: Record<string, string>, event: string): Promise<boolean> {
  const body = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${event}}`;
  const answer = await requestPayPal("POST", "/v1/notifications/verify-webhook-signature", body);
  if (answer.status === 400 || answer.status === 422) return false;
  return (parsed(answer) as { verification_status?: unknown }).verification_status === "SUCCESS";
}

/** One request with a token; a token that PayPal no longer takes is replaced once. */
async function requestPayPal(method: "GET" | "POST", path: string, body?: string): Promise<OutboundResponse> {
  const token = await accessToken();
  const answer = await send(method, path, { Authorization: `Bearer ${token}` }, body);
  if (answer.status !== 401) return answer;
  tokens().current = undefined;
  return send(method, path, { Authorization: `Bearer ${await accessToken()}` }, body);
}

interface Token {
  value: string;
  goodUntil: number;
}

const tokens = () =>
  processSingleton("paypal-tokens", () => ({
    current: undefined as Token | undefined,
    asking: undefined as Promise<Token> | undefined,
  }));

async function accessToken(): Promise<string> {
  const state = tokens();
  if (state.current && state.current.goodUntil > Date.now()) return state.current.value;
  state.asking ??= requestToken().finally(() => {
    state.asking = undefined;
  });
  state.current = await state.asking;
  return state.current.value;
}

async function requestToken(): Promise<Token> {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = env();
  const credentials = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString("base64");
  const headers = {
    Authorization: `Basic ${credentials}`,
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const answer = await send("POST", "/v1/oauth2/token", headers, "grant_type=client_credentials");
  const { access_token: value, expires_in: seconds } = parsed(answer) as Record<string, unknown>;
  if (typeof value !== "string") throw away("PayPal gave no access token.");
  const lifeMs = (typeof seconds === "number" ? seconds : 0) * 1_000;
  return { value, goodUntil: Date.now() + Math.max(lifeMs - TOKEN_MARGIN_MS, 1_000) };
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
    timeoutMs: TIMEOUT_MS,
    readLimitBytes: READ_LIMIT_BYTES,
  });
  if (result.answered) return result.answer;
  throw away(`PayPal did not answer: ${result.message}.`);
}

function parsed(answer: OutboundResponse): object {
  if (answer.status < 200 || answer.status > 299 || answer.isCut) {
    throw away(`PayPal answered with status ${answer.status}.`);
  }
  try {
    const json: unknown = JSON.parse(answer.body.toString("utf8"));
    if (typeof json === "object" && json !== null) return json;
  } catch {
    // Told of below.
  }
  throw away("PayPal answered with something that is no JSON object.");
}

const away = (detail: string) => new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 30 });
