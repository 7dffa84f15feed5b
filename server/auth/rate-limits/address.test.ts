import { describe, expect, it } from "vitest";
import { isLoopbackAddress, networkOf } from "./client-address.ts";

describe("networkOf", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:4711", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["[::ffff:cb00:7109]:443", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["[2001:DB8:1:2::9]:8080", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80::/64"],
  ])("drops port, brackets, zone and interface of %s", (text, network) => {
    expect(networkOf(text)).toBe(network);
  });

  it.each([
    "",
    "unknown",
    "1",
    "1.2.3",
    "0x7f.1",
    "1.2.3.4.5",
    "host:80",
    "_hidden",
    "[::1",
    "9".repeat(5_000),
  ])("counts %j with everything else that is no address", (text) => {
    expect(networkOf(text)).toBe("unknown");
  });
});

it("recognizes loopback addresses", () => {
  for (const text of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    expect(isLoopbackAddress(text)).toBe(true);
  for (const text of ["", "128.0.0.1", "::2", "::ffff:10.0.0.1"]) expect(isLoopbackAddress(text)).toBe(false);
});
