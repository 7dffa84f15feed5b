import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { onHeaders } from "../http/on-headers.ts";
import { usableRequestId } from "../http/problem.ts";
import { type AppError, STATUS_OF_KIND } from "../platform/errors.ts";

/** On a page that failed for want of the database; it goes no further than to the web process, which has a better one. */
export const DATABASE_UNAVAILABLE_HEADER = "x-for-want-of-database";

/** Remembers that something a page asked for was refused: too often asked for, or not to be had while the database is away. */
export function recordRefusal(requestId: string, error: AppError): void {
  const isTold = error.kind === "TOO_MANY_REQUESTS" || error.kind === "SERVICE_UNAVAILABLE";
  if (isTold) refusals().set(requestId, error);
}

/**
 * Gives what Next answers to `request` the status of what its page was refused, where Next has but 500 for it, or 200. The
 * two share a process but no modules, and know a request by its id.
 */
export function applyRefusalStatus(request: IncomingMessage, response: ServerResponse): void {
  const requestId = usableRequestId(request.headers["x-request-id"]);
  request.headers["x-request-id"] = requestId;
  onHeaders(response, (status) => {
    const refusal = refusals().get(requestId);
    refusals().delete(requestId);
    // A page may do without some of what is away, and then says so itself.
    if (!refusal || (refusal.kind === "SERVICE_UNAVAILABLE" && status !== 500)) return status;
    response.setHeader("Retry-After", String(refusal.retryAfterSeconds ?? 1));
    if (refusal.kind === "SERVICE_UNAVAILABLE") response.setHeader(DATABASE_UNAVAILABLE_HEADER, "1");
    return STATUS_OF_KIND[refusal.kind];
  });
}

/** Pages that were on their way already when they were refused something ask for theirs no more. */
const refusals = () =>
  processSingleton("refusals-of-pages", () => new LRUCache<string, AppError>({ max: 1_000 }));
