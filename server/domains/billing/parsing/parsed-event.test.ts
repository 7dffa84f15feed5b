import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeInvalid, sanitizeText } from "./parsed-event.ts";

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

const Charge = z.object({
  amount: z.number(),
  card: z.object({ last4: z.string().max(4) }).optional(),
  units: z
    .array(z.string())
    .refine((units) => units.length < 2, "more than one unit")
    .optional(),
});

it.each([
  [{}, "The object has no amount."],
  [{ amount: null }, "The object has no amount."],
  [{ amount: "12" }, "The object’s amount is not valid."],
  [{ amount: 1, card: {} }, "The object has no card.last4."],
  [{ amount: 1, card: { last4: "12345" } }, "The object’s card.last4 is not valid."],
  [{ amount: 1, units: ["a", "b"] }, "The object’s units is not valid: more than one unit."],
  ["text", "The object cannot be read."],
])("describes %j", (value, reason) => {
  const { error } = Charge.safeParse(value);
  expect(error && describeInvalid("object", error)).toBe(reason);
});
