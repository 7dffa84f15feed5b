import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type AppError, ERROR_CODES, type ErrorCode, STATUS_OF_KIND } from "@/shared/errors.ts";

/** Problem document of the REST API (RFC 9457). */
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
 * Problem document of an error. `challenge` adds the Bearer challenge to a 401 (RFC 6750); `status` overrides the status
 * of the error code.
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

/** Request id from `X-Request-Id` if valid, else a new one. */
export const requestIdOf = (headers: Headers): string => validRequestId(headers.get("x-request-id"));

export const validRequestId = (value: unknown): string =>
  typeof value === "string" && /^[A-Za-z0-9_-]{8,64}$/.test(value) ? value : randomUUID();
