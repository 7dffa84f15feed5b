import type { IncomingMessage } from "node:http";
import { processSingleton } from "@/db/client.ts";
import { type AllowList, parseAllowList } from "@/server/core/env/allow-list.ts";
import { env } from "@/server/core/env/env.ts";
import { BLOCKED_CODE, createGuardedConnector } from "./connector.ts";
import { decodeContent } from "./content-encoding.ts";
import { checkTarget, parseTarget, type Resolve, resolveName } from "./target.ts";
import { createTransport, type Transport } from "./transport.ts";

export interface OutboundRequest {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Timeout from name resolution to the last byte. */
  timeoutMs?: number;
  /** Limit of the body. A longer one is truncated and the connection closed. */
  readLimitBytes?: number;
  /**
   * True if the status alone decides, as for callbacks. A body that never ends, breaks off or cannot be decoded is
   * truncated, and malformed headers are parsed as far as possible.
   */
  isBodyOptional?: boolean;
  /** Timeout of such a body after the status. */
  bodyTimeoutMs?: number;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** True if the body was longer than `readLimitBytes`. */
  isTruncated: boolean;
}

/**
 * Complete response of any status, or the failure. `partialResponse` is the part that arrived before the connection
 * closed.
 */
export type OutboundResult =
  | { isComplete: true; response: OutboundResponse; durationMs: number }
  | {
      isComplete: false;
      reason: OutboundFailure;
      message: string;
      partialResponse: OutboundResponse | null;
      durationMs: number;
    };

export interface Outbound {
  send: (request: OutboundRequest) => Promise<OutboundResult>;
  /**
   * Check of a URL before it is saved. Returns the reason for which it may not be requested, or null. `send` checks
   * again.
   */
  findRefusal: (url: string) => Promise<string | null>;
  close: () => Promise<void>;
}

export interface OutboundSettings {
  allow?: AllowList;
  resolve?: Resolve;
  /** Certificate authorities in PEM, instead of the public ones. */
  ca?: string;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_READ_LIMIT_BYTES = 65_536;
const OPTIONAL_BODY_TIMEOUT_MS = 2_000;

/**
 * Outbound HTTP client with protection against SSRF; every request to another host goes through it. http and https
 * only; addresses must be public or allow-listed, checked when connecting; redirects are not followed; time and memory
 * are bounded. `send` never throws: failures are in the result.
 */
export function createOutbound({ allow = [], resolve = resolveName, ca }: OutboundSettings = {}): Outbound {
  const transport = createTransport(
    createGuardedConnector({ allow, resolve, ca, timeoutMs: DEFAULT_TIMEOUT_MS }),
  );
  return {
    send: (request) => send(transport, request),
    findRefusal: async (url) => {
      const target = parseTarget(url);
      if ("problem" in target) return target.problem;
      const checked = await checkTarget(target, allow, resolve);
      return "reason" in checked ? checked.message : null;
    },
    close: async () => transport.close(),
  };
}

/** Outbound client of this process, with the exceptions of `OUTBOUND_ALLOW_HOSTS`. */
export const outbound = (): Outbound =>
  processSingleton("outbound", () =>
    createOutbound({ allow: parseAllowList(env().OUTBOUND_ALLOW_HOSTS ?? "") ?? [] }),
  );

async function send(transport: Transport, request: OutboundRequest): Promise<OutboundResult> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  const target = parseTarget(request.url);
  if ("problem" in target) {
    return {
      isComplete: false,
      reason: "BLOCKED",
      message: target.problem,
      partialResponse: null,
      durationMs: 0,
    };
  }
  const signal = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  let partialResponse: OutboundResponse | null = null;
  try {
    const response = await transport.send({
      url: target.url,
      method: request.method ?? "POST",
      headers: request.headers ?? {},
      body: request.body ?? null,
      signal,
      isLenient: request.isBodyOptional ?? false,
    });
    partialResponse = {
      status: response.statusCode ?? 0,
      headers: toPlainHeaders(response),
      body: Buffer.alloc(0),
      isTruncated: false,
    };
    const limitBytes = request.readLimitBytes ?? DEFAULT_READ_LIMIT_BYTES;
    const timeout =
      request.isBodyOptional &&
      setTimeout(() => response.destroy(), request.bodyTimeoutMs ?? OPTIONAL_BODY_TIMEOUT_MS);
    try {
      await readInto(partialResponse, response, limitBytes);
    } finally {
      if (timeout) clearTimeout(timeout);
    }
    partialResponse.body = decodeContent(partialResponse, limitBytes);
    return { isComplete: true, response: partialResponse, durationMs: durationMs() };
  } catch (error) {
    if (request.isBodyOptional && partialResponse) {
      const body = decodeContent(partialResponse, request.readLimitBytes ?? DEFAULT_READ_LIMIT_BYTES);
      const response = { ...partialResponse, body, isTruncated: true };
      return { isComplete: true, response, durationMs: durationMs() };
    }
    const failure = classifyFailure(error, signal.aborted);
    return { isComplete: false, ...failure, partialResponse, durationMs: durationMs() };
  }
}

async function readInto(
  response: OutboundResponse,
  body: AsyncIterable<Buffer>,
  limitBytes: number,
): Promise<void> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, limitBytes - length));
      length += chunk.length;
      response.isTruncated = length > limitBytes;
      if (response.isTruncated) break;
    }
  } finally {
    response.body = Buffer.concat(chunks);
  }
}

const toPlainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );

const OUTBOUND_FAILURES = [
  "BLOCKED",
  "UNKNOWN_HOST",
  "REFUSED",
  "TIMEOUT",
  "TLS",
  "BROKEN_OFF",
  "NOT_HTTP",
] as const;
type OutboundFailure = (typeof OUTBOUND_FAILURES)[number];

/** Classifies a network error, with a message for operators. */
function classifyFailure(error: unknown, isTimedOut: boolean): { reason: OutboundFailure; message: string } {
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
