import { describe, expect, it } from "vitest";
import { findLanguage, splitChunks, tokenize } from "./highlight";

describe("tokenize", () => {
  it("keeps the state of a comment from one chunk to the next", async () => {
    const text = `/*\n${"words\n".repeat(900)}*/\nconst a = 1`;
    const lines = await tokenize(text, "javascript");
    expect(lines).toHaveLength(903);
    expect(lines[890]).toEqual([{ length: 5, kind: "comment" }]);
    expect(lines.at(-1)?.[0]).toEqual({ length: 5, kind: "keyword" });
  });

  it("leaves a long line plain", async () => {
    expect(await tokenize(`const a = "${"_".repeat(600)}"`, "javascript")).toHaveLength(1);
    expect((await tokenize(`const a = "${"_".repeat(600)}"`, "javascript"))[0]).toHaveLength(1);
  });
});

describe("splitChunks", () => {
  it.each(["", "\n", "a\n", "a\nb", "word\n".repeat(3_000), "_".repeat(20_000)])(
    "keeps all lines (%#)",
    (text) => {
      expect(splitChunks(text).join("\n")).toBe(text);
    },
  );
});

describe("findLanguage", () => {
  it("has none for a text beyond the limit", () => {
    expect(findLanguage("a.js", "a".repeat(150_001))).toBeNull();
  });
});
