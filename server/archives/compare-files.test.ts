import { describe, expect, it } from "vitest";
import { compareFiles } from "./compare-files.ts";

const file = (path: string, digest: string, sizeBytes = 1) => ({ path, digest, sizeBytes, isBinary: false });
const changes = (files: ReturnType<typeof compareFiles>) => files.map(({ path, change }) => [path, change]);

describe("compareFiles", () => {
  it("tells what became of each file, in the order of their paths", () => {
    const before = [file("a", "1"), file("b", "2"), file("c", "3")];
    const after = [file("a", "1"), file("b", "other"), file("d", "4")];
    expect(changes(compareFiles(before, after))).toEqual([
      ["a", "same"],
      ["b", "changed"],
      ["c", "removed"],
      ["d", "added"],
    ]);
  });

  it("takes the same bytes at another path for moved, once", () => {
    const moved = compareFiles([file("old", "1")], [file("new", "1"), file("twin", "1")]);
    expect(moved).toMatchObject([
      { path: "new", change: "moved", from: "old" },
      { path: "twin", change: "added" },
    ]);
    expect(changes(compareFiles([file("old", "1", 0)], [file("new", "1", 0)]))).toEqual([
      ["new", "added"],
      ["old", "removed"],
    ]);
  });

  it("says nothing was there before a first version", () => {
    expect(compareFiles([], [file("a", "1", 5)])).toEqual([
      { path: "a", change: "added", sizeBytes: 5, sizeBefore: null, isBinary: false },
    ]);
  });
});
