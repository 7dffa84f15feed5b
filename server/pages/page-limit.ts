import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestAddress } from "@/server/auth/rate-limits/client-address.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { type AppError, toAppError } from "@/shared/errors.ts";
import { problemResponse, validRequestId } from "../http/problem.ts";
import { writeResponse } from "../http/response.ts";
import { renderRateLimitedPage } from "./unavailable-page.ts";

/** Path of the build's files, of which a page loads many. */
const isStatic = (url: string): boolean => url.startsWith("/_next/static/");

/** Rate limit of pages by address. Above it, answers 429 and returns false. */
export async function admitPageRequest(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (isStatic(request.url ?? "/")) return true;
  try {
    await consumeRateLimit("page", getRequestAddress(request));
    return true;
  } catch (thrown) {
    await rejectPageRequest(request, response, toAppError(thrown));
    return false;
  }
}

async function rejectPageRequest(
  request: IncomingMessage,
  response: ServerResponse,
  error: AppError,
): Promise<void> {
  const requestId = validRequestId(request.headers["x-request-id"]);
  if (!request.headers.accept?.includes("text/html"))
    return writeResponse(response, problemResponse(error, requestId));
  const { body, status, headers } = renderRateLimitedPage({
    message: error.message,
    retryAfterSeconds: error.retryAfterSeconds ?? 1,
    nonce: randomUUID(),
    requestId,
  });
  response.writeHead(status, headers).end(body);
}
