import { describe, expect, it } from "vitest";
import { encodeCursor } from "@/server/platform/pagination.ts";
import { readCursors } from "./read-market-view";

describe("readCursors", () => {
  const ID = "01900000-0000-7000-8000-00000000a001";
  const [time, name] = [encodeCursor("2026-01-31T10:20:30.000Z", ID), encodeCursor("a name", ID)];

  it("keeps cursors and leaves the rest aside", () => {
    expect(readCursors(["zzz", time, ""], "latest")).toEqual([time]);
    expect(readCursors(["zzz", name, ""], "name")).toEqual([name]);
  });

  it("takes no name for a time", () => {
    expect(readCursors([name], "latest")).toEqual([]);
  });
});
