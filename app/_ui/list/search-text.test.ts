import { describe, expect, it } from "vitest";
import { SearchMarketplace } from "@/server/domains/marketplace/input.ts";
import { normalizeSearch } from "./list-url";

describe("normalizeSearch", () => {
  it.each([
    [undefined, ""],
    ["  offline  ", "offline"],
    ["a\u0000b\n\tc", "a b c"],
    ["x".repeat(500), "x".repeat(100)],
    ["\u0085", ""],
  ])("reads %j as %j", (given, expected) => {
    expect(normalizeSearch(given)).toBe(expected);
  });

  it.each(["🛥".repeat(300), "\ud800".repeat(200), `a${" ".repeat(200)}b`, "\u0000".repeat(9)])(
    "gives what the server takes (%#)",
    (given) => {
      expect(SearchMarketplace.safeParse({ search: normalizeSearch(given) }).success).toBe(true);
    },
  );
});
