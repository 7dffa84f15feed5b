import { describe, expect, it } from "vitest";
import { encodeCursor } from "@/server/cursor.ts";
import { readCursors } from "./read-cursors";

describe("readCursors", () => {
  it("keeps cursors and leaves the rest aside", () => {
    const cursor = encodeCursor("2026-01-31T10:20:30.000Z", "01900000-0000-7000-8000-00000000a001");
    expect(readCursors(["zzz", cursor, ""])).toEqual([cursor]);
  });
});
