import ipaddr from "ipaddr.js";

/**
 * True if an address, in the canonical text of a URL or a resolver, is public unicast. IPv6 is limited to 2000::/3, which
 * excludes link-local addresses and those that embed an IPv4 address (mapped, compatible, NAT64); tunnels and
 * documentation ranges within it are excluded by `NOT_PUBLIC_V6`.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const parsed = ipaddr.IPv4.parse(address);
    return parsed.range() === "unicast" && !isWithin(parsed, NOT_PUBLIC_V4);
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.match(GLOBAL_UNICAST_V6) && !isWithin(parsed, NOT_PUBLIC_V6) && !isTunnelledV4(parsed);
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Ranges that are not public; ipaddr.js classifies some of them as unicast, depending on its release. */
const NOT_PUBLIC_V4 = ranges(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
);

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

const NOT_PUBLIC_V6 = ranges(
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3ffe::/16",
  "3fff::/20",
);

function ranges(...texts: string[]): Range[] {
  return texts.map((text) => ipaddr.parseCIDR(text));
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, listed: Range[]): boolean =>
  listed.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]));

/** ISATAP: an interface identifier of `0:5efe` or `200:5efe` followed by an IPv4 address. */
const isTunnelledV4 = ({ parts }: ipaddr.IPv6): boolean =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);
