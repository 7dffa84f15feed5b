import { setMaxListeners } from "node:events";
import { describeRoute } from "@/shared/http-proxy.ts";
import { formatDuration } from "@/shared/text/format.ts";
import { parseRetryAfter } from "@/shared/time.ts";
import type { CommandContext } from "../context/context.ts";
import { type Connection, type ConnectionOptions, resolveConnection } from "./connection.ts";
import { toApiError, toNetworkError } from "./errors.ts";
import { type HttpRequest, type HttpResponse, type HttpResult, isResponse, sendRequest } from "./http.ts";

export interface ApiRequest extends Pick<HttpRequest, "method" | "onProgress"> {
  /** Path below the base URL, with a leading slash. */
  path: string;
  json?: unknown;
  gzip?: Uint8Array;
  headers?: Record<string, string>;
}

export interface TextRequest {
  path: string;
  headers: Record<string, string>;
  otherStatuses: readonly number[];
}

export interface ApiResponse<T> {
  status: number;
  body: T;
  headers: HttpResponse["headers"];
}

export interface ApiClient {
  connection: Connection;
  /**
   * Sends a request with retries. Every request is safe to repeat: reads and uploads are idempotent, the others carry an
   * idempotency key.
   * @throws CliError
   */
  request: <T>(request: ApiRequest) => Promise<ApiResponse<T>>;
  get: <T>(path: string) => Promise<T>;
  /** Response to a GET request for text. `otherStatuses` are also successes. */
  requestText: (request: TextRequest) => Promise<HttpResponse>;
}

/** API client for a command's connection options. Warns about a token sent without TLS. */
export function createApiClient(
  context: CommandContext,
  options: ConnectionOptions,
  access: { isPublic?: boolean } = {},
): ApiClient {
  const { reporter, env, signal, now, delay } = context;
  const connection = resolveConnection(options, env, access);
  const { baseUrl } = connection;
  if (!access.isPublic && isPlainHttp(baseUrl)) {
    reporter.warn(`${baseUrl} is not encrypted. Use https to protect the token.`);
  }
  setMaxListeners(0, signal);
  let isWarned = false;
  const warnOfNewerServer = ({ headers }: HttpResponse) => {
    const version = headers["drydock-version"];
    if (isWarned || version === undefined) return;
    isWarned = true;
    reporter.warn(
      `Version ${version} is available; this is ${CLI_VERSION}. Run npm install --global ${baseUrl}/cli.tgz to update.`,
    );
  };
  const send = async (apiRequest: ApiRequest): Promise<HttpResult> => {
    const httpRequest = toHttpRequest(connection, apiRequest, signal);
    let totalDelayMs = 0;
    for (let attempt = 1; ; attempt++) {
      const result = await sendRequest(httpRequest);
      if (isResponse(result)) warnOfNewerServer(result);
      const delayMs = getRetryDelay({ result, attempt, totalDelayMs, now: now() });
      if (delayMs === null) return result;
      const retryIn = formatDuration(Math.max(1_000, delayMs));
      reporter.info(`${formatResult(result, connection)}; retrying in ${retryIn}`);
      await delay(delayMs);
      totalDelayMs += delayMs;
    }
  };
  const request = async <T>(apiRequest: ApiRequest) =>
    parseResult<T>(await send(apiRequest), connection, now());
  const get = async <T>(path: string) => (await request<T>({ method: "GET", path })).body;
  const requestText = async ({ otherStatuses, ...textRequest }: TextRequest) => {
    const result = await send({ method: "GET", ...textRequest });
    if (!isResponse(result)) throw toNetworkError(result, connection);
    const isExpected = isSuccess(result.status) || otherStatuses.includes(result.status);
    if (!isExpected) throw toApiError(result, parseJson(result.text), connection, now());
    return result;
  };
  return { connection, request, get, requestText };
}

function isPlainHttp(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  return protocol === "http:" && !isLoopback;
}

function toHttpRequest(
  { baseUrl, token, tenantId, proxy }: Connection,
  { method, path, json, gzip, headers, onProgress }: ApiRequest,
  signal: AbortSignal,
): HttpRequest {
  return {
    method,
    url: baseUrl + path,
    headers: {
      Accept: "application/json",
      ...(token && { Authorization: `Bearer ${token}`, "X-Tenant-Id": tenantId }),
      "User-Agent": `drydock-cli/${CLI_VERSION} node/${process.versions.node}`,
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...(gzip && { "Content-Type": "application/gzip" }),
      ...headers,
    },
    body: json === undefined ? gzip : Buffer.from(JSON.stringify(json)),
    onProgress,
    proxy,
    signal,
  };
}

const NO_CONTENT = 204;

function parseResult<T>(result: HttpResult, connection: Connection, now: number): ApiResponse<T> {
  if (!isResponse(result)) throw toNetworkError(result, connection);
  const { status, text, headers } = result;
  const body = status === NO_CONTENT ? null : parseJson(text);
  if (!isSuccess(status) || body === undefined) throw toApiError(result, body, connection, now);
  return { status, body: body as T, headers };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function formatResult(result: HttpResult, { baseUrl, proxy }: Connection): string {
  if (!isResponse(result)) return `No response from ${baseUrl} ${describeRoute(proxy)} (${result.code})`;
  if (result.status === 429) return "Rate limited";
  if (result.status === 409) return "The previous request is still running";
  return `${baseUrl} is unavailable (${result.status})`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
const MAX_NETWORK_ATTEMPTS = 5;
/** Limit on the total delay of one request. */
const MAX_TOTAL_DELAY_MS = 120_000;
const RETRYABLE_STATUSES = [429, 502, 503, 504];
const RETRYABLE_CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENETDOWN",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EHOSTUNREACH",
];

interface Attempt {
  result: HttpResult;
  /** Number of this attempt, from 1. */
  attempt: number;
  totalDelayMs: number;
  now: number;
}

/** Retry policy: exponential backoff or `Retry-After`. @returns the delay before the next attempt; null for no retry */
export function getRetryDelay({ result, attempt, totalDelayMs, now }: Attempt): number | null {
  const backoffMs = MIN_DELAY_MS * 2 ** (attempt - 1);
  if (!isResponse(result)) {
    return RETRYABLE_CODES.includes(result.code) && attempt < MAX_NETWORK_ATTEMPTS ? backoffMs : null;
  }
  const { status, text, headers } = result;
  // An earlier attempt with the same idempotency key is still running.
  const isInProgress = status === 409 && text.includes('"IDEMPOTENCY_CONFLICT"');
  const isPermanent = text.includes('"PROVIDER_NOT_CONFIGURED"');
  if (isPermanent || !(isInProgress || RETRYABLE_STATUSES.includes(status))) return null;
  const delayMs = parseRetryAfter(headers["retry-after"], now) ?? Math.min(backoffMs, MAX_DELAY_MS);
  return totalDelayMs + delayMs <= MAX_TOTAL_DELAY_MS ? delayMs : null;
}
