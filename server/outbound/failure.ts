import { BLOCKED_CODE } from "./connector.ts";

/** Failures of an outbound request. */
export const OUTBOUND_FAILURES = [
  "BLOCKED",
  "UNKNOWN_HOST",
  "REFUSED",
  "TIMEOUT",
  "TLS",
  "BROKEN_OFF",
  "NOT_HTTP",
] as const;
export type OutboundFailure = (typeof OUTBOUND_FAILURES)[number];

/** Classifies a network error, with a message for operators. */
export function classifyFailure(
  error: unknown,
  isTimedOut: boolean,
): { reason: OutboundFailure; message: string } {
  const { code = "", message = String(error) } = findRootCause(error);
  if (code === BLOCKED_CODE) return { reason: "BLOCKED", message };
  if (isTimedOut || TIMEOUT_CODES.has(code)) {
    return { reason: "TIMEOUT", message: "no complete response before the timeout" };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { reason: "UNKNOWN_HOST", message };
  if (UNREACHABLE_CODES.has(code)) return { reason: "REFUSED", message: `connection failed (${code})` };
  if (code.startsWith("HPE_")) {
    return { reason: "NOT_HTTP", message: "the response is not valid HTTP" };
  }
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) {
    return { reason: "TLS", message: `TLS connection failed (${code})` };
  }
  return { reason: "BROKEN_OFF", message: "the connection closed before the response was complete" };
}

const TIMEOUT_CODES = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"]);
const UNREACHABLE_CODES = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EACCES"]);

/** Root cause of an error; of several connection attempts the first one's. */
function findRootCause(error: unknown): Partial<NodeJS.ErrnoException> {
  const { cause, errors } = (error ?? {}) as { cause?: unknown; errors?: unknown[] };
  if (errors?.[0]) return findRootCause(errors[0]);
  return cause instanceof Error ? findRootCause(cause) : ((error ?? {}) as Partial<NodeJS.ErrnoException>);
}
