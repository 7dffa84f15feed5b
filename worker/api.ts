import { createReadStream } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fetch, ProxyAgent, request } from "undici";
import { describeRoute, type HttpProxy } from "@/shared/http-proxy.ts";
import { type Artifact, hasChanged } from "./artifact.ts";
import type { JobInput } from "./inputs.ts";

/** Claimed build. */
export interface BuildJob {
  buildId: string;
  appId: string;
  platform: string;
  version: string;
  gitRef: string | null;
  /** Absent in responses of platforms without installations. */
  inputs?: readonly JobInput[];
}

/** Claimed build with the variables of its app, which are never written to disk. */
export interface ClaimedJob extends BuildJob {
  variables: readonly { name: string; value: string; isSecret: boolean }[];
}

/**
 * Response of the platform. `ok: false` is a permanent error, whose `detail` holds its reasons; transient errors are thrown.
 */
export type ApiResponse =
  | {
      ok: true;
      status: number;
      body: Record<string, unknown>;
      /** `Date` header in milliseconds; the worker's clock may be wrong. */
      serverTime: number;
    }
  | { ok: false; status: number; detail: string };

interface FileUpload {
  path: string;
  file: Artifact;
  onProgress: (sentBytes: number) => void;
}

const RESPONSE_TIMEOUT_MS = 10_000;
const UPLOAD_RESPONSE_TIMEOUT_MS = 300_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const UPLOAD_CHUNK_BYTES = 262_144;
/** Timeout of a download with all its attempts, so that a lost input does not occupy the worker. */
const DOWNLOAD_RETRY_TIMEOUT_MS = 300_000;
const MIN_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 10_000;
/** Retries that are not logged, because a short outage is normal. */
const MAX_SILENT_RETRIES = 3;

/** 401 is transient while a secret is rotated. */
const isTransient = (status: number): boolean => status >= 500 || [401, 408, 429].includes(status);

const CHANGED: ApiResponse = { ok: false, status: 0, detail: "it changed after the command exited." };

export type ApiClient = ReturnType<typeof createApiClient>;

export interface ApiClientOptions {
  apiUrl: string;
  secret: string;
  proxy: HttpProxy | null;
  log: (line: string) => void;
}

/** Client of the platform's REST API. Transient errors are thrown, or retried until `signal` is aborted. */
export function createApiClient({ apiUrl, secret, proxy, log }: ApiClientOptions) {
  const credentials = { "x-build-secret": secret };
  const route = proxy && { dispatcher: createProxyAgent(apiUrl, proxy) };
  const post = async (path: string, body: object, signal: AbortSignal): Promise<ApiResponse> => {
    const response = await fetch(apiUrl + path, {
      ...route,
      method: "POST",
      headers: { ...credentials, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    return parseResponse(response.status, response.headers.get("date"), await response.text());
  };
  const download = async (path: string, signal: AbortSignal): Promise<Buffer | string> => {
    const response = await fetch(apiUrl + path, {
      ...route,
      headers: credentials,
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]),
    });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    const problem = parseResponse(response.status, null, await response.text());
    return problem.ok ? "the response is empty" : problem.detail;
  };
  const send = async ({ path, file, onProgress }: FileUpload, signal: AbortSignal): Promise<ApiResponse> => {
    let sentBytes = 0;
    // A file that grows meanwhile must not break the announced length.
    const body = createReadStream(file.path, { highWaterMark: UPLOAD_CHUNK_BYTES, end: file.sizeBytes - 1 });
    body.on("data", (chunk) => {
      sentBytes += chunk.length;
      onProgress(sentBytes);
    });
    const response = await request(apiUrl + path, {
      ...route,
      method: "PUT",
      headers: {
        ...credentials,
        "content-type": "application/octet-stream",
        "content-length": String(file.sizeBytes),
      },
      body,
      headersTimeout: UPLOAD_RESPONSE_TIMEOUT_MS,
      signal,
    });
    const date = String(response.headers["date"] ?? "");
    return parseResponse(response.statusCode, date, await response.body.text());
  };
  /** Upload of a file. It ends if the file changed after the command ended. */
  const upload = async (fileUpload: FileUpload, signal: AbortSignal): Promise<ApiResponse> => {
    if (hasChanged(fileUpload.file)) return CHANGED;
    const response = await send(fileUpload, signal).catch((error: unknown) => {
      if (hasChanged(fileUpload.file)) return CHANGED;
      throw error;
    });
    return hasChanged(fileUpload.file) ? CHANGED : response;
  };
  const withRetry = async <T>(path: string, send: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const waitForRetry = createBackoff(MIN_RETRY_DELAY_MS, MAX_RETRY_DELAY_MS, 2);
    for (let retry = 1; ; retry++) {
      signal.throwIfAborted();
      try {
        return await send();
      } catch (error) {
        signal.throwIfAborted();
        if (retry > MAX_SILENT_RETRIES) log(`${path}: ${getErrorMessage(error, proxy)}; retrying`);
        await waitForRetry(signal);
      }
    }
  };
  return {
    post,
    postWithRetry: (path: string, body: object, signal: AbortSignal) =>
      withRetry(path, () => post(path, body, signal), signal),
    /** Bytes, or the reason of an error that is permanent or lasts longer than `timeoutMs`. */
    downloadWithRetry: async (path: string, signal: AbortSignal, timeoutMs = DOWNLOAD_RETRY_TIMEOUT_MS) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const either = AbortSignal.any([signal, timeout]);
      let reason = "no response in time";
      const attempt = () =>
        download(path, either).catch((error: unknown) => {
          if (!timeout.aborted) reason = getErrorMessage(error, proxy);
          throw error;
        });
      return withRetry(path, attempt, either).catch((error: unknown) => {
        if (signal.aborted || !timeout.aborted) throw error;
        return reason;
      });
    },
    uploadWithRetry: (fileUpload: FileUpload, signal: AbortSignal) =>
      withRetry(fileUpload.path, () => upload(fileUpload, signal), signal),
  };
}

function parseResponse(status: number, date: string | null, text: string): ApiResponse {
  const body = parseObject(text);
  if (status < 300) return { ok: true, status, body, serverTime: Date.parse(date ?? "") || Date.now() };
  const detail = formatProblem(status, body);
  if (isTransient(status)) throw new Error(`${status}: ${detail}`);
  return { ok: false, status, detail };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Detail of a problem document with the reason for each field. */
function formatProblem(status: number, { detail, errors }: Record<string, unknown>): string {
  const reasons = (Array.isArray(errors) ? errors : []).map(({ path, message }: Record<string, unknown>) =>
    path ? `${path}: ${message}` : String(message),
  );
  return [typeof detail === "string" ? detail : `responded with ${status}`, ...reasons].join("\n  ");
}

/** Message of an error; of one of the network with the way that the request took. */
function getErrorMessage(error: unknown, proxy: HttpProxy | null): string {
  const {
    message = String(error),
    code,
    cause,
  } = error as NodeJS.ErrnoException & { cause?: { code?: string } };
  const reason = cause?.code ?? message;
  return code || cause ? `${reason} ${describeRoute(proxy)}` : reason;
}

/** Agent that tunnels to https; requests to http it sends to the proxy. */
const createProxyAgent = (apiUrl: string, { origin, authorization }: HttpProxy): ProxyAgent =>
  new ProxyAgent({
    uri: origin,
    proxyTunnel: apiUrl.startsWith("https:"),
    ...(authorization && { token: authorization }),
  });

/**
 * Exponential backoff with ±50 % jitter, so that workers do not retry at the same moment.
 * @returns a function that waits for the next delay; it rejects when `signal` is aborted
 */
export function createBackoff(minMs: number, maxMs: number, factor: number) {
  let delayMs = minMs;
  return async (signal: AbortSignal): Promise<void> => {
    await delay(delayMs * (0.5 + Math.random()), undefined, { signal });
    delayMs = Math.min(delayMs * factor, maxMs);
  };
}
