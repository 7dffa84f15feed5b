import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import type { HttpProxy } from "@/shared/http-proxy.ts";

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
  onProgress?: ((sentBytes: number) => void) | undefined;
  proxy: HttpProxy | null;
  signal: AbortSignal;
}

export interface HttpResponse {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

/** Network error: no complete response arrived. */
export interface NetworkError {
  /** System error code, such as `ECONNREFUSED`. */
  code: string;
  message: string;
}

export type HttpResult = HttpResponse | NetworkError;

export const isResponse = (result: HttpResult): result is HttpResponse => "status" in result;

const IDLE_TIMEOUT_MS = 30_000;
const CHUNK_BYTES = 65_536;
const MAX_RESPONSE_BYTES = 64 * 1_048_576;

/**
 * HTTP request without redirects. A response may arrive before the body is sent, such as an error. A proxy gets requests
 * to http, and opens a tunnel to https.
 * @returns network errors as a value; rejects only when `signal` is aborted
 */
export async function sendRequest(httpRequest: HttpRequest): Promise<HttpResult> {
  const { url, proxy, signal } = httpRequest;
  try {
    if (!url.startsWith("https:")) return await exchange(httpRequest, requestByHttp(httpRequest));
    const tunnel = proxy && (await openTunnel(new URL(url), proxy, signal));
    return await exchange(httpRequest, requestHttps(url, { ...optionsOf(httpRequest), ...tunnel }));
  } catch (error) {
    signal.throwIfAborted();
    const { code = "ECONNRESET", message } = error as Error & { code?: string };
    return { code, message };
  }
}

const optionsOf = ({ method, headers, body, signal }: HttpRequest) => ({
  method,
  headers: { ...headers, ...(body && { "Content-Length": String(body.length) }) },
  signal,
});

function requestByHttp(httpRequest: HttpRequest): ClientRequest {
  const { url, proxy } = httpRequest;
  const options = optionsOf(httpRequest);
  if (!proxy) return requestHttp(url, options);
  const headers = { ...options.headers, Host: new URL(url).host, ...proxyHeaders(proxy) };
  return requestProxy(proxy, { ...options, path: url, headers });
}

function requestProxy({ origin }: HttpProxy, options: RequestOptions): ClientRequest {
  if (!origin.startsWith("https:")) return requestHttp(origin, options);
  // The proxy's certificate names the proxy; Node.js would expect the host that the `Host` header names.
  return requestHttps(origin, { ...options, ...serverNameOf(hostOf(new URL(origin))) });
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Name that a certificate has to have. Without a name, the address counts. */
const serverNameOf = (host: string) => ({ servername: isIP(host) === 0 ? host : "" });

const proxyHeaders = ({ authorization }: HttpProxy): Record<string, string> =>
  authorization === null ? {} : { "Proxy-Authorization": authorization };

/** Opens a tunnel through a proxy. @returns the option that makes a request use it */
function openTunnel(
  url: URL,
  proxy: HttpProxy,
  signal: AbortSignal,
): Promise<Pick<RequestOptions, "createConnection">> {
  const authority = `${url.hostname}:${url.port || 443}`;
  return new Promise((resolve, reject) => {
    const headers = { Host: authority, ...proxyHeaders(proxy) };
    const request = requestProxy(proxy, {
      method: "CONNECT",
      path: authority,
      headers,
      signal,
      agent: false,
    });
    failWhenIdle(request);
    request.once("error", reject);
    request.once("connect", ({ statusCode = 0 }, socket) => {
      if (statusCode === 200) return resolve({ createConnection: () => encrypt(socket, hostOf(url)) });
      socket.destroy();
      reject(proxyRefusal(statusCode));
    });
    // A proxy that answers with a body is no tunnel.
    request.once("response", ({ statusCode = 0 }) => {
      request.destroy();
      reject(proxyRefusal(statusCode));
    });
    request.end();
  });
}

const encrypt = (socket: Duplex, host: string) => connectTls({ socket, host, ...serverNameOf(host) });

/** Error of a proxy that opens no tunnel. A server error means that it does not reach the host now, so it is retried. */
const proxyRefusal = (status: number): Error =>
  Object.assign(new Error(`the proxy responded with ${status}`), {
    code: status >= 500 ? "EHOSTUNREACH" : "EPROXY",
  });

function failWhenIdle(request: ClientRequest): void {
  request.setTimeout(IDLE_TIMEOUT_MS, () => {
    const message = `no data for ${IDLE_TIMEOUT_MS / 1_000}s`;
    request.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" }));
  });
}

/** Sends the body and reads the response. */
function exchange({ body, onProgress }: HttpRequest, request: ClientRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    failWhenIdle(request);
    request.once("error", reject);
    request.once("response", (response) => {
      // Errors while sending the rest of the body no longer matter.
      request.off("error", reject).on("error", () => {});
      readText(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        reject,
      );
    });
    if (body) sendChunks(request, body, onProgress);
    else request.end();
  });
}

/** Sends a body in chunks. Each waits for the previous one to be written, so that the progress is accurate. */
function sendChunks(
  request: ClientRequest,
  body: Uint8Array,
  onProgress: HttpRequest["onProgress"],
  sentBytes = 0,
): void {
  if (request.destroyed) return;
  if (sentBytes >= body.length) return void request.end();
  const chunk = body.subarray(sentBytes, sentBytes + CHUNK_BYTES);
  request.write(chunk, (error) => {
    if (error) return;
    onProgress?.(sentBytes + chunk.length);
    sendChunks(request, body, onProgress, sentBytes + chunk.length);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) throw new Error("the response is too large");
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error("the response was truncated");
  return Buffer.concat(chunks).toString("utf8");
}
