import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type AppError, ERROR_CODES, type ErrorCode, STATUS_OF_KIND } from "../platform/errors.ts";

/** The body of every error of the REST surface (RFC 9457). */
export const ProblemView = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/**
 * An error as its problem document. `challenge` adds the Bearer challenge that RFC 6750 wants on a token's 401; `status`
 * stands where HTTP has one of its own for what is wrong.
 */
export function problemResponse(
  error: AppError,
  requestId: string,
  options: { challenge?: boolean; status?: number; headers?: Record<string, string> } = {},
): Response {
  const status = options.status ?? STATUS_OF_KIND[error.kind];
  const body: z.input<typeof ProblemView> = {
    type: `/docs/errors/${error.code.toLowerCase().replaceAll("_", "-")}`,
    title: ERROR_CODES[error.code].title,
    status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.problems && { errors: error.problems }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
      ...(status === 401 && options.challenge && { "WWW-Authenticate": "Bearer" }),
      ...(error.retryAfterSeconds && { "Retry-After": String(error.retryAfterSeconds) }),
      ...error.headers,
      ...options.headers,
    },
  });
}

/** The caller's request id where it is usable, else a new one. */
export const requestIdOf = (headers: Headers): string => usableRequestId(headers.get("x-request-id"));

/** An id that was given to a request, where it is usable; else a new one. */
export const usableRequestId = (given: unknown): string =>
  typeof given === "string" && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID();
