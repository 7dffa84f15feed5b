import type { IncomingMessage, ServerResponse } from "node:http";
import { rejectMalformedRequest } from "../malformed-requests.ts";
import { writeResponse } from "../response.ts";

/** Time limits of a request, in milliseconds. */
export interface RequestTimeouts {
  /** From the headers to the end of the body. */
  bodyMs: number;
  /** The same for uploads, which have an idle timeout of their own (`readUpload`): 4 GiB at 200 kB/s. */
  uploadMs: number;
  /** From the end of the response to the end of a body that nothing reads. */
  unreadBodyMs: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = {
  bodyMs: 60_000,
  uploadMs: 6 * 3_600_000,
  unreadBodyMs: 5_000,
};

/** Time limit for the headers of a request. Node checks it at this interval. */
export const HEADERS_TIMEOUT_MS = 20_000;
export const HEADERS_CHECK_INTERVAL_MS = 5_000;

/** Paths that receive files as streams. */
const UPLOAD_PATH = /^\/api\/(?:uploads\/|marketplace\/archives\/|builds\/[^/?]+\/artifact)/;

/**
 * Time limit of a request's body, for every method: 408 unless the response has started, and the connection closes. A
 * response to an incomplete body closes the connection soon after.
 */
export function limitRequestTime(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyMs, uploadMs, unreadBodyMs } = REQUEST_TIMEOUTS,
): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(expire, UPLOAD_PATH.test(request.url ?? "") ? uploadMs : bodyMs);
  request.once("end", () => clearTimeout(timer));
  response.once("finish", () => {
    clearTimeout(timer);
    if (request.complete) return;
    const closing = setTimeout(() => request.complete || request.socket.destroy(), unreadBodyMs);
    request.socket.once("close", () => clearTimeout(closing));
  });
  request.socket.once("close", () => clearTimeout(timer));

  function expire(): void {
    if (request.complete) return;
    if (response.headersSent) return void request.socket.destroy();
    response.setHeader("Connection", "close");
    response.once("finish", () => request.socket.destroySoon());
    void writeResponse(response, rejectMalformedRequest("The body took too long to arrive.", 408));
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
