import { describe, expect, test } from "vitest";
import { collisionKey, pathProblems } from "./paths.ts";

describe("pathProblems", () => {
  test.each(["a", ".hidden", "src/index.ts", "a b/c", "ü/ß.txt", "...", "a/..b"])("accepts %j", (path) => {
    expect(pathProblems(path)).toEqual([]);
  });

  test("lists every violation", () => {
    expect(pathProblems("/../a\\b:c\n")).toHaveLength(5);
  });
});

describe("collisionKey", () => {
  test.each([
    ["README.md", "readme.MD"],
    ["straße", "STRASSE"],
    ["ẞ", "ss"],
    ["café", "cafe\u0301"],
    ["ﬁle", "FILE"],
    ["ΑΣ", "ας"],
  ])("takes %j and %j for one", (a, b) => {
    expect(collisionKey(a)).toBe(collisionKey(b));
  });

  test("distinguishes other names", () => {
    expect(new Set(["a", "b", "a/b", "ab", "é", "e"].map(collisionKey)).size).toBe(6);
  });
});
