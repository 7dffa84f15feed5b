import { describe, expect, it } from "vitest";
import { compareFiles } from "./compare-files.ts";

const file = (path: string, digest: string, sizeBytes = 1) => ({ path, digest, sizeBytes, isBinary: false });
const changes = (files: ReturnType<typeof compareFiles>) => files.map(({ path, change }) => [path, change]);

describe("compareFiles", () => {
  it("lists the change of each file, in the order of paths", () => {
    const before = [file("a", "1"), file("b", "2"), file("c", "3")];
    const after = [file("a", "1"), file("b", "other"), file("d", "4")];
    expect(changes(compareFiles(before, after))).toEqual([
      ["a", "same"],
      ["b", "changed"],
      ["c", "removed"],
      ["d", "added"],
    ]);
  });

  it("reports the same content at a new path as moved, once", () => {
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

  it("reports all files of a first version as added", () => {
    expect(compareFiles([], [file("a", "1", 5)])).toEqual([
      { path: "a", change: "added", sizeBytes: 5, sizeBefore: null, isBinary: false },
    ]);
  });
});
