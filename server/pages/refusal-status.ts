import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { onHeaders } from "@/server/http/server/security-headers.ts";
import { type AppError, STATUS_OF_KIND } from "@/shared/errors.ts";
import { validRequestId } from "../http/problem.ts";

/** Internal header of a page that failed because the database is unavailable; the web process sends its own 503 page. */
export const DATABASE_UNAVAILABLE_HEADER = "x-database-unavailable";

/** Records that a service refused a page with 429 or 503. */
export function recordRefusal(requestId: string, error: AppError): void {
  const isRecorded = error.kind === "TOO_MANY_REQUESTS" || error.kind === "SERVICE_UNAVAILABLE";
  if (isRecorded) refusals().set(requestId, error);
}

/**
 * Status of a refused page: 429 or 503, where Next would send 500 or 200. Recorded by request id, since the service and
 * this hook share a process but no modules.
 */
export function applyRefusalStatus(request: IncomingMessage, response: ServerResponse): void {
  const requestId = validRequestId(request.headers["x-request-id"]);
  request.headers["x-request-id"] = requestId;
  onHeaders(response, (status) => {
    const refusal = refusals().get(requestId);
    refusals().delete(requestId);
    // A page that renders without the missing data keeps its status.
    if (!refusal || (refusal.kind === "SERVICE_UNAVAILABLE" && status !== 500)) return status;
    response.setHeader("Retry-After", String(refusal.retryAfterSeconds ?? 1));
    if (refusal.kind === "SERVICE_UNAVAILABLE") response.setHeader(DATABASE_UNAVAILABLE_HEADER, "1");
    return STATUS_OF_KIND[refusal.kind];
  });
}

/** Maximum number of recorded refusals. Those after the response headers are never read. */
const refusals = () =>
  processSingleton("refusals-of-pages", () => new LRUCache<string, AppError>({ max: 1_000 }));
