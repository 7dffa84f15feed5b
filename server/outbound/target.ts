import { type LookupAddress, lookup } from "node:dns";
import { isIP } from "node:net";
import { promisify } from "node:util";
import { type AllowList, allowsAddress, allowsHost } from "@/server/core/env/allow-list.ts";
import { isPublicAddress } from "./public-address.ts";

/** Resolves a host name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Target of a request. `hostname` as in a URL; brackets of an IPv6 address are optional. */
export interface Target {
  protocol: string;
  hostname: string;
  port: number;
}

export type CheckedTarget =
  | { addresses: LookupAddress[] }
  | { reason: "BLOCKED" | "UNKNOWN_HOST"; message: string };

const lookupAsync = promisify(lookup);

/** Resolver of the operating system. */
export const resolveName: Resolve = (hostname) => lookupAsync(hostname, { all: true, verbatim: true });

const WEB_PORTS = [80, 443];
/** Ports that public targets may use, by protocol. Mail servers are set by the operator, on any port. */
const PUBLIC_PORTS: Record<string, readonly number[] | "any"> = {
  "http:": WEB_PORTS,
  "https:": WEB_PORTS,
  "smtp:": "any",
};

/**
 * Checks a target and returns the addresses to connect to, so that the name is resolved only once. Literal addresses are
 * checked like resolved ones. One address that is not public blocks the target.
 */
export async function checkTarget(
  target: Target,
  allow: AllowList,
  resolve: Resolve,
): Promise<CheckedTarget> {
  const { protocol, port } = target;
  const ports = PUBLIC_PORTS[protocol];
  if (!ports) return blocked("only http and https are allowed");
  const hostname = target.hostname.replace(/^\[|\]$/g, "");
  const resolved = await resolveAddresses(hostname, resolve);
  if ("reason" in resolved || allowsHost(allow, hostname, port)) return resolved;
  for (const { address } of resolved.addresses) {
    if (allowsAddress(allow, address, port)) continue;
    if (!isPublicAddress(address)) {
      return blocked(
        isIP(hostname)
          ? `${hostname} is not a public address`
          : `${hostname} resolves to ${address}, which is not a public address`,
      );
    }
    if (ports !== "any" && !ports.includes(port))
      return blocked(`port ${port} is not allowed; use 80 or 443`);
  }
  return resolved;
}

/** Parses a URL into a target, or the problem that makes it invalid. No name is resolved. */
export function parseTarget(url: string): (Target & { url: URL }) | { problem: string } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) {
    return { problem: "must be an http or https URL" };
  }
  if (parsed.username || parsed.password) return { problem: "must not contain a user name or password" };
  const { protocol, hostname } = parsed;
  const port = parsed.port === "" ? (protocol === "https:" ? 443 : 80) : Number(parsed.port);
  return { protocol, hostname, port, url: parsed };
}

async function resolveAddresses(hostname: string, resolve: Resolve): Promise<CheckedTarget> {
  const family = isIP(hostname);
  if (family) return { addresses: [{ address: hostname, family }] };
  const addresses = await resolve(hostname).catch(() => []);
  return addresses.length > 0
    ? { addresses }
    : { reason: "UNKNOWN_HOST", message: `${hostname} does not resolve to an address` };
}

const blocked = (message: string): CheckedTarget => ({ reason: "BLOCKED", message });
