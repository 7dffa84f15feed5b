import { setMaxListeners } from "node:events";
import { formatDuration } from "../terminal/format.ts";
import type { Surroundings } from "../terminal/terminal.ts";
import type { Access } from "./access.ts";
import { explainRefusal, explainSilence } from "./explain.ts";
import { pauseBefore } from "./retry.ts";
import { ConnectionLost, type Incoming, requestContext } from "./transport.ts";

export interface ApiCall {
  method: "GET" | "POST" | "PUT";
  /** Below the base address, from the slash on. */
  path: string;
  json?: unknown;
  gzip?: Uint8Array;
  headers?: Record<string, string>;
  onProgress?: (sentBytes: number) => void;
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Incoming["headers"];
}

/** The platform's REST surface for one token. */
export interface Api {
  access: Access;
  call: <T>(call: ApiCall) => Promise<Answer<T>>;
}

type Means = Pick<Surroundings, "signal" | "now" | "delay">;

/**
 * Every call may be sent more than once: reads and uploads change nothing the second time, and what would carries a key
 * by which the platform knows it again.
 */
export function connect(access: Access, means: Means, notify: (text: string) => void): Api {
  setMaxListeners(0, means.signal);
  const call = async <T>(given: ApiCall): Promise<Answer<T>> => {
    const outgoing = prepare(access, given, means.signal);
    let waitedMs = 0;
    for (let tries = 1; ; tries++) {
      const outcome = await requestContext(outgoing).catch(lossOrThrow);
      const pauseMs = pauseBefore({ outcome, tries, waitedMs, now: means.now() });
      if (pauseMs === null) return conclude<T>(outcome, access, means.now());
      notify(
        `${describeOutcome(outcome, access)}; trying again in ${formatDuration(Math.max(1_000, pauseMs))}`,
      );
      await means.delay(pauseMs);
      waitedMs += pauseMs;
    }
  };
  return { access, call };
}

function prepare(
  access: Access,
  { method, path, json, gzip, headers, onProgress }: ApiCall,
  signal: AbortSignal,
) {
  const body = json === undefined ? gzip : Buffer.from(JSON.stringify(json));
  return {
    method,
    url: access.baseUrl + path,
    headers: {
      Accept: "application/json",
      Authorization: `Bearer ${access.token}`,
      "X-Tenant-Id": access.tenantId,
      "User-Agent": `drydock-cli/${CLI_VERSION} node/${process.versions.node}`,
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...(gzip && { "Content-Type": "application/gzip" }),
      ...headers,
    },
    ...(body && { body }),
    ...(onProgress && { onProgress }),
    signal,
  };
}

function conclude<T>(outcome: Incoming | ConnectionLost, access: Access, now: number): Answer<T> {
  if (outcome instanceof ConnectionLost) throw explainSilence(outcome, access);
  const body = parseJson(outcome.text);
  const isSuccess = outcome.status >= 200 && outcome.status < 300 && body !== undefined;
  if (!isSuccess) throw explainRefusal(outcome, body, access, now);
  return { status: outcome.status, body: body as T, headers: outcome.headers };
}

function describeOutcome(outcome: Incoming | ConnectionLost, { baseUrl }: Access): string {
  if (outcome instanceof ConnectionLost) return `No answer from ${baseUrl} (${outcome.code})`;
  if (outcome.status === 429) return "Too many requests for now";
  if (outcome.status === 409) return "The request before this one is still being worked on";
  return `${baseUrl} is not available (${outcome.status})`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lossOrThrow(error: unknown): ConnectionLost {
  if (error instanceof ConnectionLost) return error;
  throw error;
}
