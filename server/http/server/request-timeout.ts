import type { IncomingMessage, ServerResponse } from "node:http";
import { writeResponse } from "../response.ts";
import { rejectMalformedRequest } from "./malformed-requests.ts";

/** Time limits of a request, in milliseconds. */
export interface RequestTimeouts {
  /** From the headers to the end of the body. */
  bodyMs: number;
  /** Limit for images and archives, up to 20 MiB at 35 kB/s. */
  archiveMs: number;
  /** Limit for artifacts, up to 4 GiB at 200 kB/s. They also have an idle timeout (`readUpload`). */
  uploadMs: number;
  /** From the end of the response to the end of a body that nothing reads. */
  unreadBodyMs: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = {
  bodyMs: 60_000,
  archiveMs: 600_000,
  uploadMs: 6 * 3_600_000,
  unreadBodyMs: 5_000,
};

/** Time limit for the headers of a request, and the interval at which Node checks it. */
export const HEADERS_TIMEOUT_MS = 20_000;
export const HEADERS_CHECK_INTERVAL_MS = 5_000;

/** Paths that receive files as streams. */
const ARCHIVE_PATH = /^\/api\/(?:uploads\/|marketplace\/archives\/)/;
const ARTIFACT_PATH = /^\/api\/builds\/[^/?]+\/artifact/;

/**
 * Time limit of a request's body, for every method: 408 unless the response has started, and the connection closes. A
 * response to an incomplete body closes the connection soon after.
 */
export function limitRequestTime(
  request: IncomingMessage,
  response: ServerResponse,
  timeouts = REQUEST_TIMEOUTS,
): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(expire, findBodyTimeout(request.url ?? "", timeouts));
  request.once("end", () => clearTimeout(timer));
  response.once("finish", () => {
    clearTimeout(timer);
    if (request.complete) return;
    const closing = setTimeout(() => request.complete || request.socket.destroy(), timeouts.unreadBodyMs);
    request.once("close", () => clearTimeout(closing));
  });
  // Not on the socket: the listeners of all its requests would stay until it closes.
  response.once("close", () => clearTimeout(timer));

  function expire(): void {
    if (request.complete) return;
    if (response.headersSent) return void request.socket.destroy();
    response.setHeader("Connection", "close");
    response.once("finish", () => request.socket.destroySoon());
    void writeResponse(response, rejectMalformedRequest("The body took too long to arrive.", 408));
  }
}

function findBodyTimeout(url: string, { bodyMs, archiveMs, uploadMs }: RequestTimeouts): number {
  if (ARTIFACT_PATH.test(url)) return uploadMs;
  return ARCHIVE_PATH.test(url) ? archiveMs : bodyMs;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
