import type { IncomingMessage } from "node:http";
import { processSingleton } from "@/db/client.ts";
import { type AllowList, parseAllowList } from "@/server/core/env/allow-list.ts";
import { env } from "@/server/core/env/env.ts";
import { createGuardedConnector } from "./connector.ts";
import { decodeContent } from "./content-encoding.ts";
import { classifyFailure, type OutboundFailure } from "./failure.ts";
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
