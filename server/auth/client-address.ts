import type { IncomingMessage } from "node:http";
import { env } from "../platform/env/env.ts";

const HEADER = "x-forwarded-for";
const HOST_HEADER = "x-forwarded-host";

const FORWARDING = [HEADER, "forwarded", "x-real-ip", HOST_HEADER, "x-forwarded-proto"];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

const loopbackRequests = new WeakSet<object>();

/**
 * Makes a request say where it came from. Headers that a client may have made up are replaced by the address of the
 * connection, unless the operator said that a proxy which sets them stands in front (`TRUST_PROXY`). What came past that
 * proxy came from where it was connected.
 */
export function setClientAddress(request: IncomingMessage): void {
  const isForwarded = FORWARDING.some((name) => name in request.headers);
  if (!isForwarded && LOOPBACK.test(request.socket.remoteAddress ?? "")) loopbackRequests.add(request);
  if (env().TRUST_PROXY && HEADER in request.headers) return;
  const address = request.socket.remoteAddress ?? "";
  // Headers are read from either, the lines as they came whenever a request is copied.
  request.headers[HEADER] = address;
  if (isForwarded && !env().TRUST_PROXY) {
    delete request.headers[HOST_HEADER];
    request.rawHeaders = removeSpoofableHeaders(request.rawHeaders);
  }
  request.rawHeaders.push(HEADER, address);
}

/** Header lines, name and value in turns, without those that only a proxy of ours may set. */
const removeSpoofableHeaders = (lines: readonly string[]): string[] =>
  lines.filter((_, at) => ![HEADER, HOST_HEADER].includes((lines[at - (at % 2)] ?? "").toLowerCase()));

/** Address of a request that came through a stamped connection; the proxy nearest to us wrote the last entry. */
export function getClientAddress(headers: Headers): string {
  return headers.get(HEADER)?.split(",").at(-1)?.trim() || "unknown";
}

/** Passes on to the request that handlers see what was noted of the connection. */
export function forwardRequestOrigin(incoming: IncomingMessage, request: Request): void {
  if (loopbackRequests.has(incoming)) loopbackRequests.add(request);
}

/** Whether the request came straight from this machine, through no proxy that says so. */
export const isLoopbackRequest = (request: Request): boolean => loopbackRequests.has(request);
