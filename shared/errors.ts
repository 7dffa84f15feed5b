import { formatCount } from "./text/format.ts";
import type { Permission } from "./vocabulary.ts";

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
  MALFORMED_JSON: { kind: "BAD_REQUEST", title: "Malformed JSON" },
  VALIDATION_FAILED: { kind: "BAD_REQUEST", title: "Validation failed" },
  TENANT_HEADER_REQUIRED: { kind: "BAD_REQUEST", title: "X-Tenant-Id header required" },
  INVALID_SIGNATURE: { kind: "BAD_REQUEST", title: "Invalid signature" },
  UNAUTHENTICATED: { kind: "UNAUTHORIZED", title: "Authentication required" },
  PERMISSION_DENIED: { kind: "FORBIDDEN", title: "Permission denied" },
  TENANT_MISMATCH: { kind: "FORBIDDEN", title: "X-Tenant-Id does not match the token" },
  NOT_FOUND: { kind: "NOT_FOUND", title: "Not found" },
  METHOD_NOT_ALLOWED: { kind: "METHOD_NOT_SUPPORTED", title: "Method not allowed" },
  VERSION_EXISTS: { kind: "CONFLICT", title: "Version already exists" },
  SLUG_TAKEN: { kind: "CONFLICT", title: "Slug already taken" },
  BUILD_ALREADY_FINISHED: { kind: "CONFLICT", title: "Build already finished" },
  INVALID_TRANSITION: { kind: "CONFLICT", title: "Invalid state transition" },
  IDEMPOTENCY_CONFLICT: { kind: "CONFLICT", title: "Idempotent request in progress" },
  NOT_INSTALLABLE: { kind: "CONFLICT", title: "Not installable" },
  INPUT_UNAVAILABLE: { kind: "CONFLICT", title: "Build input unavailable" },
  PAYLOAD_TOO_LARGE: { kind: "PAYLOAD_TOO_LARGE", title: "Payload too large" },
  UNSUPPORTED_MEDIA_TYPE: { kind: "UNSUPPORTED_MEDIA_TYPE", title: "Unsupported media type" },
  REFERENCE_NOT_FOUND: {
    kind: "UNPROCESSABLE_CONTENT",
    title: "Referenced resource not found",
  },
  VERSION_NOT_INCREMENTED: { kind: "UNPROCESSABLE_CONTENT", title: "Version not incremented" },
  ARCHIVE_REJECTED: { kind: "UNPROCESSABLE_CONTENT", title: "Archive rejected" },
  IDEMPOTENCY_MISMATCH: { kind: "UNPROCESSABLE_CONTENT", title: "Idempotency key reused" },
  PERMISSIONS_NOT_ACCEPTED: { kind: "UNPROCESSABLE_CONTENT", title: "Permissions not accepted" },
  RATE_LIMITED: { kind: "TOO_MANY_REQUESTS", title: "Too many requests" },
  INTERNAL: { kind: "INTERNAL_SERVER_ERROR", title: "Internal error" },
  UNAVAILABLE: { kind: "SERVICE_UNAVAILABLE", title: "Service unavailable" },
  PROVIDER_NOT_CONFIGURED: { kind: "SERVICE_UNAVAILABLE", title: "Payment provider not configured" },
} as const satisfies Record<string, { kind: ErrorKind; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Validation error of one field. `path` is dotted: `platforms.0`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** Remedy of a refused caller: confirm who they are, or set up a second factor. */
export type RefusalReason = "REAUTHENTICATE" | "SET_UP_SECOND_FACTOR";

/** Application error. Its message is for the client, its cause for the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly problems: FieldProblem[] | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** Additional response headers. */
  readonly headers: Record<string, string> | undefined;
  readonly reason: RefusalReason | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    extra: {
      problems?: FieldProblem[];
      retryAfterSeconds?: number;
      headers?: Record<string, string>;
      reason?: RefusalReason;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: extra.cause });
    this.name = "AppError";
    this.code = code;
    this.problems = extra.problems;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.headers = extra.headers;
    this.reason = extra.reason;
  }

  get kind(): ErrorKind {
    return ERROR_CODES[this.code].kind;
  }
}

export const notFound = (what: string, rule?: { path: PropertyKey[]; message: string }) =>
  new AppError(
    "NOT_FOUND",
    `${what.charAt(0).toUpperCase()}${what.slice(1)} not found${rule ? `: ${rule.path.join(".")} ${rule.message}` : ""}.`,
  );

export const invalidTransition = (message: string) => new AppError("INVALID_TRANSITION", message);

export const unauthenticated = () => new AppError("UNAUTHENTICATED", "Missing or invalid credentials.");

/** `UNAUTHENTICATED` of calls that only browsers make. */
export const sessionExpired = () =>
  new AppError("UNAUTHENTICATED", "Your session has expired. Sign in again.");

export const permissionDenied = (permission: Permission) =>
  new AppError("PERMISSION_DENIED", `Requires the permission ${permission}.`);

export const validationFailed = (problems: FieldProblem[]) =>
  new AppError("VALIDATION_FAILED", describeInvalidFields(problems.length), { problems });

/** "1 invalid field.", "3 invalid fields." */
export const describeInvalidFields = (count: number): string => `${formatCount(count, "invalid field")}.`;

/** Any thrown value as an `AppError`: an unreachable database is `UNAVAILABLE`, anything unknown `INTERNAL`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailability(error)) {
    const detail = "The database is unavailable or overloaded. Try again shortly.";
    return new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 2, cause: error });
  }
  if (isUnstorableText(error)) {
    const detail = "A text contains a character that cannot be stored, such as NUL.";
    return new AppError("VALIDATION_FAILED", detail, { problems: [UNSTORABLE], cause: error });
  }
  const detail = "An internal error occurred. Include the request ID when you report it.";
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

const UNSTORABLE = { path: "", message: "must not contain NUL or half of a surrogate pair" };

/** SQLSTATE of text that PostgreSQL refuses: NUL in a parameter, and `\u0000` in JSON. */
const UNSTORABLE_CODES = new Set(["22021", "22P05"]);

function isUnstorableText(error: unknown): boolean {
  return UNSTORABLE_CODES.has(databaseError(error).code ?? "");
}

function isUnavailability(error: unknown): boolean {
  const { code } = databaseError(error);
  return code !== undefined && (UNAVAILABLE_CODES.has(code) || code.startsWith("08"));
}
