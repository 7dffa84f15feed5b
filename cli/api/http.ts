import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
  onProgress?: ((sentBytes: number) => void) | undefined;
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
 * HTTP request without redirects. A response may arrive before the body is sent, such as an error.
 * @returns network errors as a value; rejects only when `signal` is aborted
 */
export function sendRequest({
  method,
  url,
  headers,
  body,
  onProgress,
  signal,
}: HttpRequest): Promise<HttpResult> {
  return new Promise((resolve, reject) => {
    const fail = ({ code = "ECONNRESET", message }: Error & { code?: string }) =>
      signal.aborted ? reject(signal.reason) : resolve({ code, message });
    const request = (url.startsWith("https:") ? requestHttps : requestHttp)(url, {
      method,
      headers: { ...headers, ...(body && { "Content-Length": String(body.length) }) },
      signal,
    });
    request.setTimeout(IDLE_TIMEOUT_MS, () => {
      const message = `no data for ${IDLE_TIMEOUT_MS / 1_000}s`;
      request.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" }));
    });
    request.once("error", fail);
    request.once("response", (response) => {
      // Errors while sending the rest of the body no longer matter.
      request.off("error", fail).on("error", () => {});
      readText(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        fail,
      );
    });
    if (body) sendChunks(request, body, onProgress);
    else request.end();
  });
}

/** Sends a body in chunks. Each waits for the previous one to be written, so that the progress is accurate. */
function sendChunks(
  request: ReturnType<typeof requestHttp>,
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
