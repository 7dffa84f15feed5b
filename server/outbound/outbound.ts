import { Agent, type Dispatcher } from "undici";
import { processSingleton } from "@/db/client.ts";
import { type AllowList, parseAllowList } from "../platform/env/allow-list.ts";
import { env } from "../platform/env/env.ts";
import { createGuardedConnector } from "./connector.ts";
import { classifyFailure, type OutboundFailure } from "./failure.ts";
import { checkTarget, parseTarget, type Resolve, resolveName } from "./target.ts";

export interface OutboundRequest {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** For all of it, from resolving the name to the last byte. */
  timeoutMs?: number;
  /** How much of an answer is read; the rest is left unread and the connection closed. */
  readLimitBytes?: number;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether the answer was longer than what was read. */
  isCut: boolean;
}

/** An answer, whatever its status, or why there is none; `began` is as much of one as came before it broke off. */
export type OutboundResult =
  | { answered: true; answer: OutboundResponse; durationMs: number }
  | {
      answered: false;
      reason: OutboundFailure;
      message: string;
      began: OutboundResponse | null;
      durationMs: number;
    };

export interface Outbound {
  send: (request: OutboundRequest) => Promise<OutboundResult>;
  /** Says why a URL may not be called, or null; for the moment it is saved. Whatever it says, `send` checks again. */
  findRefusal: (url: string) => Promise<string | null>;
  close: () => Promise<void>;
}

export interface OutboundSettings {
  allow?: AllowList;
  resolve?: Resolve;
  /** Trusted instead of the public authorities, in PEM. */
  ca?: string;
}

const TIMEOUT_MS = 15_000;
const READ_LIMIT_BYTES = 65_536;
const CONNECTIONS_PER_ORIGIN = 16;

/**
 * The one door through which the product makes requests of its own accord. http and https only; every address public
 * unless allow-listed, judged at the moment of connecting; redirects are answers like any other and never followed;
 * time and memory bounded. It never throws: what went wrong is in the result.
 */
export function createOutbound({ allow = [], resolve = resolveName, ca }: OutboundSettings = {}): Outbound {
  const agent = new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    connect: createGuardedConnector({ allow, resolve, ca, timeoutMs: TIMEOUT_MS }),
    maxHeaderSize: 16_384,
  });
  return {
    send: (request) => send(agent, request),
    findRefusal: async (url) => {
      const target = parseTarget(url);
      if ("problem" in target) return target.problem;
      const vetted = await checkTarget(target, allow, resolve);
      return "reason" in vetted ? vetted.message : null;
    },
    close: () => agent.destroy(),
  };
}

/** The process's own, with the exceptions that `OUTBOUND_ALLOW_HOSTS` names. */
export const outbound = (): Outbound =>
  processSingleton("outbound", () =>
    createOutbound({ allow: parseAllowList(env().OUTBOUND_ALLOW_HOSTS ?? "") ?? [] }),
  );

async function send(agent: Agent, request: OutboundRequest): Promise<OutboundResult> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  const target = parseTarget(request.url);
  if ("problem" in target) {
    return { answered: false, reason: "BLOCKED", message: target.problem, began: null, durationMs: 0 };
  }
  const signal = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  let began: OutboundResponse | null = null;
  try {
    const response = await agent.request({
      origin: target.url.origin,
      path: target.url.pathname + target.url.search,
      method: request.method ?? "POST",
      headers: request.headers ?? {},
      body: request.body ?? null,
      signal,
    });
    began = {
      status: response.statusCode,
      headers: plainHeaders(response),
      body: Buffer.alloc(0),
      isCut: false,
    };
    await readInto(began, response.body, request.readLimitBytes ?? READ_LIMIT_BYTES);
    return { answered: true, answer: began, durationMs: durationMs() };
  } catch (error) {
    const failure = classifyFailure(error, signal.aborted);
    return { answered: false, ...failure, began, durationMs: durationMs() };
  }
}

async function readInto(
  answer: OutboundResponse,
  body: AsyncIterable<Buffer>,
  limitBytes: number,
): Promise<void> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, limitBytes - length));
      length += chunk.length;
      answer.isCut = length > limitBytes;
      if (answer.isCut) break;
    }
  } finally {
    answer.body = Buffer.concat(chunks);
  }
}

const plainHeaders = ({ headers }: Dispatcher.ResponseData): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
