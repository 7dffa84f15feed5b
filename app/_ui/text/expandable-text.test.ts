import { describe, expect, it } from "vitest";
import { shortenText } from "./expandable-text.tsx";

describe("shortenText", () => {
  it("keeps six lines and 400 characters", () => {
    for (const text of ["", "Thanks.", "a\nb\nc\nd\ne\nf", "x".repeat(400)])
      expect(shortenText(text)).toBe(text);
  });

  it("cuts further lines", () => {
    expect(shortenText("a\nb\nc\nd\ne\nf\ng")).toBe("a\nb\nc\nd\ne\nf…");
    expect(shortenText("\n".repeat(2_000))).toBe("…");
  });

  it("cuts further characters, and no character in two", () => {
    expect(shortenText("x".repeat(401))).toBe(`${"x".repeat(399)}…`);
    expect(shortenText("👩‍🚀".repeat(2_000))).toBe(`${"👩‍🚀".repeat(133)}…`);
  });
});
