import { describe, expect, it } from "vitest";
import { normalizeTypedCode } from "./typed-code.ts";

describe("a typed code", () => {
  it.each([
    ["full-width", "１２３ ４５６", "123 456"],
    ["Arabic-Indic", "١٢٣٤٥٦", "123456"],
    ["Persian", "۱۲۳۴۵۶", "123456"],
    ["Devanagari", "१२३४५६", "123456"],
    ["Bengali with marks of direction", "\u200f১২৩\u200b৪৫৬\u200e", "123456"],
    ["Adlam, beyond the first plane", "\u{1e951}\u{1e952}\u{1e953}", "123"],
    ["Mathematical, five rows end to end", "\u{1d7ce}\u{1d7d9}\u{1d7ff}", "019"],
    ["a recovery code in full-width letters", "ＡＢＣＤ－ｅｆｇｈ", "ABCD-efgh"],
    ["ASCII", " 123456 ", "123456"],
  ])("in %s", (_, typed, code) => {
    expect(normalizeTypedCode(typed)).toBe(code);
  });

  it("keeps the value of every decimal digit of Unicode", () => {
    const zeros = new Map<number, number>();
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = String.fromCodePoint(code);
      if (!/^\p{Nd}$/u.test(text)) continue;
      const value = Number(normalizeTypedCode(text));
      expect(value).toBe(zeros.get(code - 1) === undefined ? 0 : ((zeros.get(code - 1) ?? 0) + 1) % 10);
      zeros.set(code, value);
    }
    expect(zeros.size).toBeGreaterThan(600);
  });

  it("leaves numbers that are no digits alone", () => {
    expect(normalizeTypedCode("½Ⅻ")).toBe("1⁄2XII");
  });
});
