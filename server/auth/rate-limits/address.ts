import ipaddr from "ipaddr.js";

/** Subject of callers whose address cannot be parsed. They share one count. */
const UNKNOWN_ADDRESS = "unknown";

/**
 * Network of a client, by which requests are limited: an IPv4 address, or the /64 of an IPv6 address, since one client
 * holds all addresses of a /64. Ports, brackets and zone ids are dropped; an IPv4-mapped address is IPv4.
 */
export const networkOf = (text: string): string => findNetwork(text) ?? UNKNOWN_ADDRESS;

/** `networkOf` an address; null if it cannot be parsed. */
export function findNetwork(text: string): string | null {
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
