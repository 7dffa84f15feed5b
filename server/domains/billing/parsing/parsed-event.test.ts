import { describe, expect, it } from "vitest";
import { sanitizeText } from "./parsed-event.ts";

describe("sanitizeText", () => {
  it.each([
    ["Team\u0000\u001b[31m plan\n", "Team [31m plan"],
    ["\ud83d Team", "\ufffd Team"],
    [" \u0007 ", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("turns %j into %j", (text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
  });

  it.each(["👨‍👩‍👧‍👦", "e\u0301", "🇳🇱", "𝒳"])("cuts before %s and never inside", (character) => {
    const length = [...character].length;
    const short = "a".repeat(500 - length);
    expect(sanitizeText(`${short}${character}b`)).toBe(`${short}${character}`);
    const long = "a".repeat(length > 1 ? 501 - length : 500);
    expect(sanitizeText(`${long}${character}b`)).toBe(long);
  });
});
