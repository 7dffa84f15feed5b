import { describe, expect, it } from "vitest";
import { encodeCursor } from "@/server/cursor.ts";
import { SearchMarketplace } from "@/server/marketplace/input.ts";
import { readCursors, readSearch } from "./read-view";

describe("readSearch", () => {
  it.each([
    [undefined, ""],
    ["  offline  ", "offline"],
    ["a\u0000b\n\tc", "a b c"],
    ["x".repeat(500), "x".repeat(100)],
    ["\u0085", ""],
  ])("reads %j as %j", (given, expected) => {
    expect(readSearch(given)).toBe(expected);
  });

  it.each(["🛥".repeat(300), "\ud800".repeat(200), `a${" ".repeat(200)}b`, "\u0000".repeat(9)])(
    "gives what the server takes (%#)",
    (given) => {
      expect(SearchMarketplace.safeParse({ search: readSearch(given) }).success).toBe(true);
    },
  );
});

describe("readCursors", () => {
  it("keeps cursors and leaves the rest aside", () => {
    const cursor = encodeCursor("2026-01-31T10:20:30.000Z", "01900000-0000-7000-8000-00000000a001");
    expect(readCursors(["zzz", cursor, ""])).toEqual([cursor]);
  });
});
