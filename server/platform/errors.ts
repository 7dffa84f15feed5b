import type { Permission } from "@/db/schema/vocabulary.ts";

/** Error classes, named by tRPC's keys; REST maps them to a status. */
export type ErrorKind =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "METHOD_NOT_SUPPORTED"
  | "CONFLICT"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UNPROCESSABLE_CONTENT"
  | "TOO_MANY_REQUESTS"
  | "INTERNAL_SERVER_ERROR"
  | "SERVICE_UNAVAILABLE";

export const STATUS_OF_KIND: Record<ErrorKind, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Error codes of the public API with the title of their problem document. */
export const ERROR_CODES = {
  MALFORMED_JSON: { kind: "BAD_REQUEST", title: "The body is not JSON" },
  VALIDATION_FAILED: { kind: "BAD_REQUEST", title: "The request breaks a rule" },
  TENANT_HEADER_REQUIRED: { kind: "BAD_REQUEST", title: "X-Tenant-Id is missing" },
  INVALID_SIGNATURE: { kind: "BAD_REQUEST", title: "The signature does not match" },
  UNAUTHENTICATED: { kind: "UNAUTHORIZED", title: "A valid credential is required" },
  PERMISSION_DENIED: { kind: "FORBIDDEN", title: "The credential does not permit this" },
  TENANT_MISMATCH: { kind: "FORBIDDEN", title: "X-Tenant-Id is not the token's tenant" },
  NOT_FOUND: { kind: "NOT_FOUND", title: "There is nothing here" },
  METHOD_NOT_ALLOWED: { kind: "METHOD_NOT_SUPPORTED", title: "This method is not allowed here" },
  VERSION_EXISTS: { kind: "CONFLICT", title: "This version number was used before" },
  SLUG_TAKEN: { kind: "CONFLICT", title: "The slug is taken" },
  BUILD_ALREADY_FINISHED: { kind: "CONFLICT", title: "The build has already finished" },
  INVALID_TRANSITION: { kind: "CONFLICT", title: "The present state forbids this" },
  IDEMPOTENCY_CONFLICT: { kind: "CONFLICT", title: "A request with this key is still running" },
  PAYLOAD_TOO_LARGE: { kind: "PAYLOAD_TOO_LARGE", title: "The body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { kind: "UNSUPPORTED_MEDIA_TYPE", title: "This media type is not accepted" },
  REFERENCE_NOT_FOUND: {
    kind: "UNPROCESSABLE_CONTENT",
    title: "The body refers to something that does not exist",
  },
  VERSION_NOT_INCREMENTED: { kind: "UNPROCESSABLE_CONTENT", title: "The version is not higher than before" },
  ARCHIVE_REJECTED: { kind: "UNPROCESSABLE_CONTENT", title: "The archive is not acceptable" },
  IDEMPOTENCY_MISMATCH: { kind: "UNPROCESSABLE_CONTENT", title: "The key was used with another body" },
  RATE_LIMITED: { kind: "TOO_MANY_REQUESTS", title: "Too many requests" },
  INTERNAL: { kind: "INTERNAL_SERVER_ERROR", title: "Something went wrong on our side" },
  UNAVAILABLE: { kind: "SERVICE_UNAVAILABLE", title: "A part that this needs is away" },
  PROVIDER_NOT_CONFIGURED: { kind: "SERVICE_UNAVAILABLE", title: "The payment provider is not configured" },
} as const satisfies Record<string, { kind: ErrorKind; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Validation error of one field. `path` is dotted: `platforms.0`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** Application error. Its message is for the client, its cause for the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly problems: FieldProblem[] | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** Additional response headers. */
  readonly headers: Record<string, string> | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    extra: {
      problems?: FieldProblem[];
      retryAfterSeconds?: number;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: extra.cause });
    this.name = "AppError";
    this.code = code;
    this.problems = extra.problems;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.headers = extra.headers;
  }

  get kind(): ErrorKind {
    return ERROR_CODES[this.code].kind;
  }
}

export const notFound = (what: string) => new AppError("NOT_FOUND", `There is no such ${what}.`);

export const unauthenticated = () =>
  new AppError("UNAUTHENTICATED", "The request carries no credential that is valid now.");

export const permissionDenied = (permission: Permission) =>
  new AppError("PERMISSION_DENIED", `This needs the permission ${permission}.`);

export const validationFailed = (problems: FieldProblem[]) =>
  new AppError("VALIDATION_FAILED", "One or more fields break a rule; see errors.", { problems });

/** Any thrown value as an `AppError`: an unreachable database is `UNAVAILABLE`, anything unknown `INTERNAL`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailability(error)) {
    const detail = "The database cannot be reached or is overloaded. Try again shortly.";
    return new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 2, cause: error });
  }
  if (isUnstorableText(error)) {
    const detail = "A text holds a character that cannot be stored, such as NUL.";
    return new AppError("VALIDATION_FAILED", detail, { problems: [], cause: error });
  }
  const detail = "The request could not be completed. Quote the request id when you report this.";
  return new AppError("INTERNAL", detail, { cause: error });
}

/** SQLSTATE or socket error code of a database error, also when Drizzle wrapped it. */
export function databaseError(error: unknown): { code?: string; detail?: string; constraint?: string } {
  const {
    code,
    detail,
    constraint_name: constraint,
    cause,
  } = (error ?? {}) as { code?: unknown; detail?: string; constraint_name?: string; cause?: unknown };
  if (typeof code === "string") return { code, ...(detail && { detail }), ...(constraint && { constraint }) };
  return cause === undefined ? {} : databaseError(cause);
}

const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "40001",
  "40P01",
  "53300",
  "55P03",
  "57014",
  "57P01",
  "57P02",
  "57P03",
]);

/** SQLSTATE of text that PostgreSQL refuses: NUL in a parameter, and `\u0000` in JSON. */
const UNSTORABLE_CODES = new Set(["22021", "22P05"]);

function isUnstorableText(error: unknown): boolean {
  return UNSTORABLE_CODES.has(databaseError(error).code ?? "");
}

function isUnavailability(error: unknown): boolean {
  const { code } = databaseError(error);
  return code !== undefined && (UNAVAILABLE_CODES.has(code) || code.startsWith("08"));
}
