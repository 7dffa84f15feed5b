import { type LookupAddress, lookup } from "node:dns";
import { isIP } from "node:net";
import { promisify } from "node:util";
import { type AllowList, allowsAddress, allowsHost } from "../platform/env/allow-list.ts";
import { isPublicAddress } from "./public-address.ts";

/** Gives all addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Where a request is to go. `hostname` is as a URL has it, an IPv6 address with or without its brackets. */
export interface Target {
  protocol: string;
  hostname: string;
  port: number;
}

export type CheckedTarget =
  | { addresses: LookupAddress[] }
  | { reason: "BLOCKED" | "UNKNOWN_HOST"; message: string };

const lookUp = promisify(lookup);

/** The machine's own way to resolve names. */
export const resolveName: Resolve = (hostname) => lookUp(hostname, { all: true, verbatim: true });

const STANDARD_PORTS = [80, 443];

/**
 * Judges where a request may go and gives the addresses that it may be sent to, so that nobody resolves the name a
 * second time. Literal addresses are judged like resolved ones. One bad address among many refuses all of them.
 */
export async function checkTarget(
  target: Target,
  allow: AllowList,
  resolve: Resolve,
): Promise<CheckedTarget> {
  const { protocol, port } = target;
  if (protocol !== "http:" && protocol !== "https:") return blocked("only http and https are allowed");
  const hostname = target.hostname.replace(/^\[|\]$/g, "");
  const found = await addressesOf(hostname, resolve);
  if ("reason" in found || allowsHost(allow, hostname, port)) return found;
  for (const { address } of found.addresses) {
    if (allowsAddress(allow, address, port)) continue;
    if (!isPublicAddress(address)) {
      return blocked(
        isIP(hostname)
          ? `${hostname} is no public address`
          : `${hostname} leads to ${address}, which is no public address`,
      );
    }
    if (!STANDARD_PORTS.includes(port)) return blocked(`port ${port} is not allowed; use 80 or 443`);
  }
  return found;
}

/** A URL as the target it names, or what is wrong with it before any name is resolved. */
export function parseTarget(url: string): (Target & { url: URL }) | { problem: string } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) {
    return { problem: "must be an http or https URL" };
  }
  if (parsed.username || parsed.password) return { problem: "must not carry a user name or password" };
  const { protocol, hostname } = parsed;
  const port = parsed.port === "" ? (protocol === "https:" ? 443 : 80) : Number(parsed.port);
  return { protocol, hostname, port, url: parsed };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<CheckedTarget> {
  const family = isIP(hostname);
  if (family) return { addresses: [{ address: hostname, family }] };
  const addresses = await resolve(hostname).catch(() => []);
  return addresses.length > 0
    ? { addresses }
    : { reason: "UNKNOWN_HOST", message: `${hostname} has no address` };
}

const blocked = (message: string): CheckedTarget => ({ reason: "BLOCKED", message });
