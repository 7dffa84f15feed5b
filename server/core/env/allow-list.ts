import ipaddr from "ipaddr.js";

/** Entry of `OUTBOUND_ALLOW_HOSTS`: a host name or an address range, on one port or on all. */
type Allowed = ({ name: string } | { range: [ipaddr.IPv4 | ipaddr.IPv6, number] }) & { port: number | null };

/** Exceptions of the outbound guard: private addresses, and ports other than 80 and 443. */
export type AllowList = readonly Allowed[];

/**
 * Parses `OUTBOUND_ALLOW_HOSTS`: names, addresses and CIDRs, each with a port or without. Null for an invalid entry.
 */
export function parseAllowList(text: string): AllowList | null {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseEntry);
  return entries.every((entry) => entry !== null) ? entries : null;
}

/** True if the list has this host name on this port. All addresses of the host are then allowed. */
export function allowsHost(list: AllowList, hostname: string, port: number): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return list.some((entry) => "name" in entry && entry.name === name && isOnPort(entry, port));
}

export function allowsAddress(list: AllowList, address: string, port: number): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return list.some(
    (entry) =>
      "range" in entry &&
      entry.range[0].kind() === parsed.kind() &&
      parsed.match(entry.range) &&
      isOnPort(entry, port),
  );
}

const isOnPort = (entry: Allowed, port: number): boolean => entry.port === null || entry.port === port;

const NUMBERS = /^\d+(\.\d+)*$/;
const NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

function parseEntry(entry: string): Allowed | null {
  const text = entry.toLowerCase();
  const isBareIpv6 = text.split(":").length > 2 && !text.includes("[");
  const [, host, port] = isBareIpv6 ? [text, text] : (/^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text) ?? []);
  if (host === undefined || (port !== undefined && Number(port) > 65_535)) return null;
  const bare = host.replace(/^\[|\]$/g, "");
  const at = { port: port === undefined ? null : Number(port) };
  const range = parseRange(bare);
  if (range) return { range, ...at };
  return NAME.test(bare) && !NUMBERS.test(bare) ? { name: bare, ...at } : null;
}

function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  const [address = "", bits] = text.split("/");
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isV4 && !ipaddr.IPv6.isValid(address)) return null;
  if (bits === undefined) return [ipaddr.parse(address), isV4 ? 32 : 128];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (isV4 ? 32 : 128)
    ? [ipaddr.parse(address), Number(bits)]
    : null;
}
