import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { env } from "@/server/core/env/env.ts";

const HEADER = "x-forwarded-for";
const HOST_HEADER = "x-forwarded-host";

/** Headers by which proxies tell that they forward, and for whom. */
const FORWARDING =
  /^(?:forwarded|via|x-(?:real|client|cluster-client|original)-ip|x-(?:original-)?forwarded-.*|.*-connecting-ip|true-client-ip)$/;

const loopbackRequests = new WeakSet<object>();

/**
 * Sets `X-Forwarded-For` to the address of the connection, and removes forwarding headers that the client may have
 * invented. With `TRUST_PROXY` the headers of the proxy stay.
 */
export function setClientAddress(request: IncomingMessage): void {
  const isForwarded = Object.keys(request.headers).some((name) => FORWARDING.test(name));
  if (!isForwarded && isLoopbackAddress(request.socket.remoteAddress ?? "")) loopbackRequests.add(request);
  if (env().TRUST_PROXY && HEADER in request.headers) return;
  const address = request.socket.remoteAddress ?? "";
  // Readers use either form of the headers.
  request.headers[HEADER] = address;
  if (isForwarded && !env().TRUST_PROXY) {
    delete request.headers[HOST_HEADER];
    request.rawHeaders = removeSpoofableHeaders(request.rawHeaders);
  }
  request.rawHeaders.push(HEADER, address);
}

/** Raw header lines, name and value alternating, without the headers that only a proxy may set. */
const removeSpoofableHeaders = (lines: readonly string[]): string[] =>
  lines.filter((_, at) => ![HEADER, HOST_HEADER].includes((lines[at - (at % 2)] ?? "").toLowerCase()));

/**
 * Network of the client, from the last entry of `X-Forwarded-For`, which the nearest proxy wrote. Rate limits count by
 * it.
 */
export const getClientAddress = (headers: Headers): string => toNetwork(headers.get(HEADER));

/** `getClientAddress` of a request before it has `Headers`. */
export const getRequestAddress = ({ headers }: IncomingMessage): string =>
  toNetwork(String(headers[HEADER] ?? ""));

/** `getClientAddress`; null without an address. */
export const findClientNetwork = (headers: Headers): string | null =>
  findNetwork(lastEntry(headers.get(HEADER)));

const toNetwork = (forwardedFor: string | null): string => networkOf(lastEntry(forwardedFor));

const lastEntry = (forwardedFor: string | null): string => forwardedFor?.split(",").at(-1)?.trim() ?? "";

/** Copies the loopback mark of a connection to the request that handlers receive. */
export function forwardRequestOrigin(incoming: IncomingMessage, request: Request): void {
  if (loopbackRequests.has(incoming)) loopbackRequests.add(request);
}

/** True if the request came from this machine without a proxy. */
export const isLoopbackRequest = (request: Request): boolean => loopbackRequests.has(request);

/** Subject of callers whose address cannot be parsed. They share one count. */
const UNKNOWN_ADDRESS = "unknown";

/**
 * Network of a client, by which requests are limited: an IPv4 address, or the /64 of an IPv6 address, since one client
 * holds all addresses of a /64. Ports, brackets and zone ids are dropped; an IPv4-mapped address is IPv4.
 */
export const networkOf = (text: string): string => findNetwork(text) ?? UNKNOWN_ADDRESS;

function findNetwork(text: string): string | null {
  const address = parseAddress(text);
  if (!address) return null;
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}

/** True if an address, as a socket reports it, is this machine's. */
export const isLoopbackAddress = (text: string): boolean => parseAddress(text)?.range() === "loopback";

/** Longest spelling: a bracketed IPv6 address with a zone id and a port. */
const MAX_ADDRESS_LENGTH = 80;

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null;
  const [, host = text] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host);
  const [bare = ""] = host.split("%");
  return bare.includes(":") && ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : null;
}
