import { describe, expect, it } from "vitest";
import { allowsAddress, allowsHost, parseAllowList } from "./allow-list.ts";

const list =
  parseAllowList("127.0.0.1, hooks.internal:8443,10.1.0.0/16:9000,[fd00::5]:80,fd01::/16, LOCALHOST") ?? [];

describe("the list of exceptions", () => {
  it.each([
    ["127.0.0.1", 4000, true],
    ["127.0.0.2", 4000, false],
    ["10.1.200.3", 9000, true],
    ["10.1.200.3", 9001, false],
    ["10.2.0.1", 9000, false],
    ["fd00::5", 80, true],
    ["fd00::5", 81, false],
    ["fd01::77", 81, true],
    ["::ffff:127.0.0.1", 80, false],
    ["no address", 80, false],
  ])("on the address %s and port %i says %s", (address, port, verdict) => {
    expect(allowsAddress(list, address, port)).toBe(verdict);
  });

  it.each([
    ["hooks.internal", 8443, true],
    ["HOOKS.internal.", 8443, true],
    ["hooks.internal", 443, false],
    ["a.hooks.internal", 8443, false],
    ["localhost", 1, true],
  ])("on the name %s and port %i says %s", (name, port, verdict) => {
    expect(allowsHost(list, name, port)).toBe(verdict);
  });

  it.each(["http://a", "a b", "10.0.0.0/33", "10.0.0", "host:99999", "*", "fe80::/129", "-a", "a..b"])(
    "refuses the entry %s",
    (entry) => {
      expect(parseAllowList(`localhost,${entry}`)).toBeNull();
    },
  );

  it("may be empty", () => {
    expect(parseAllowList(" , ")).toEqual([]);
  });
});
