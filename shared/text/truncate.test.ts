import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstCharacters, firstCluster, lastCharacters, truncate, truncateUtf8 } from "./truncate.ts";

const FAMILY = "👨‍👩‍👧";
const ACCENTED = "x\u0301";
const FLAG = "🇩🇪";

describe("truncation", () => {
  it.each([
    ["ab🚢cd", 3, "ab🚢"],
    [`ab${FAMILY}`, 4, "ab"],
    [`ab${ACCENTED}c`, 3, "ab"],
    [`a${FLAG}${FLAG}`, 4, `a${FLAG}`],
    ["a👍🏽b", 2, "a"],
    ["a\r\nb", 2, "a"],
    ["각하", 1, "각"],
    ["ab", 5, "ab"],
    ["ab", 0, ""],
  ])("of %j to %i characters keeps clusters whole", (text, max, kept) => {
    expect(firstCharacters(text, max)).toBe(kept);
  });

  it.each([
    ["ab🚢cd", 3, "🚢cd"],
    [`${FAMILY}ab`, 4, "ab"],
    [`b${ACCENTED}c`, 2, "c"],
    ["ab", 5, "ab"],
    ["ab", 0, ""],
  ])("of %j to its last %i characters keeps clusters whole", (text, max, kept) => {
    expect(lastCharacters(text, max)).toBe(kept);
  });

  it("ends a longer text with an ellipsis within the length", () => {
    expect(truncate("abcdef", 4)).toBe("abc…");
    expect(truncate("abcd", 4)).toBe("abcd");
    expect(truncate(`ab${FAMILY}c`, 5)).toBe("ab…");
  });

  it("splits an overlong cluster between code points", () => {
    const stacked = `a${"\u0301".repeat(1_000)}`;
    expect(firstCharacters(stacked, 100)).toHaveLength(100);
    expect([...lastCharacters("\u{1f3fb}\u200d".repeat(500), 10)].length).toBeLessThanOrEqual(10);
  });

  it("returns well-formed text of at most the length, and a part of it", () => {
    const anyText = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, max) => {
        for (const kept of [firstCharacters(text, max), lastCharacters(text, max)]) {
          expect(kept.isWellFormed()).toBe(true);
          expect([...kept].length).toBeLessThanOrEqual(max);
          expect(text.toWellFormed()).toContain(kept);
        }
      }),
    );
  });

  it("of UTF-8 drops a part of a character at the end, and nothing of other bytes", () => {
    const bytes = Buffer.from("aé🚢");
    expect([1, 2, 3, 4, 6, 7].map((max) => Buffer.from(truncateUtf8(bytes, max)).toString())).toEqual([
      "a",
      "a",
      "aé",
      "aé",
      "aé",
      "aé🚢",
    ]);
    expect(truncateUtf8(Buffer.alloc(9, 0x80), 5)).toHaveLength(5);
  });

  it.each([
    ["étoile", "é"],
    ["🇩🇪 Berlin", FLAG],
    [`${FAMILY}!`, FAMILY],
    ["", ""],
  ])("finds the first cluster of %j", (text, first) => {
    expect(firstCluster(text)).toBe(first);
  });
});
