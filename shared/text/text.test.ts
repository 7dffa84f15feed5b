import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countCharacters,
  multilineText,
  pathId,
  plainText,
  reference,
  searchText,
  singleLineText,
} from "./text.ts";

const SHIP = "🚢";
const messages = (schema: ReturnType<typeof multilineText>, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

describe("countCharacters", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    [SHIP.repeat(3), 3],
    ["e\u0301", 2],
  ])("counts the code points of %j", (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });
});

describe("plainText", () => {
  it.each(["", " a ", "e\u0301", SHIP.repeat(5), "\u200d"])("takes %j as it is", (text) => {
    expect(plainText(5).parse(text)).toBe(text);
  });

  it.each(["123456", SHIP.repeat(6), "a\n", "\t", "\u0000", "\u007f", "\u0085", "\ud800"])(
    "refuses %j",
    (text) => {
      expect(plainText(5).safeParse(text).success).toBe(false);
    },
  );

  it("knows a shortest length", () => {
    expect(plainText(5, 1).safeParse("").success).toBe(false);
  });

  it.each([" ", " \u2003 ", "\u200b"])("has a visible character if any is required: %j", (text) => {
    expect(plainText(5, 1).safeParse(text).success).toBe(false);
    expect(plainText(5).safeParse(text).success).toBe(true);
  });
});

describe("singleLineText", () => {
  it.each([
    ["  a  b ", "a  b"],
    ["e\u0301", "\u00e9"],
    ["\r\na\n", "a"],
    [SHIP.repeat(3), SHIP.repeat(3)],
    ["e\u0301".repeat(4), "\u00e9".repeat(4)],
  ])("takes %j as %j", (text, taken) => {
    expect(singleLineText(4).parse(text)).toBe(taken);
  });

  it.each(["", " \n", "abcde", SHIP.repeat(5), "a\nb", "a\tb", "a\u0000", "\udc00"])("refuses %j", (text) => {
    expect(singleLineText(4).safeParse(text).success).toBe(false);
  });
});

describe("prose", () => {
  it.each([
    ["a\r\n\tb", "a\n\tb"],
    ["\n a \n", "a"],
  ])("takes %j as %j", (text, taken) => {
    expect(multilineText(9).parse(text)).toBe(taken);
  });

  it.each(["a\rb", "a\u000bb", "a\u001b[0m", "\ud800\ud800"])("refuses %j", (text) => {
    expect(multilineText(9).safeParse(text).success).toBe(false);
  });

  it("says what is wrong, once each", () => {
    expect(messages(multilineText(2), undefined)).toEqual(["is required"]);
    expect(messages(multilineText(2), 5)).toEqual(["must be a string"]);
    expect(messages(multilineText(2), "a\u0000bc")).toEqual([
      "must not contain control characters",
      "must be 1 to 2 characters long",
    ]);
    expect(messages(multilineText(2), "\ud800")).toEqual(["must be valid Unicode"]);
  });

  it("leaves what it once took as it is", () => {
    const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
    fc.assert(
      fc.property(anyText, (text) => {
        const taken = multilineText(1_000).safeParse(text);
        if (taken.success) expect(multilineText(1_000).parse(taken.data)).toBe(taken.data);
      }),
    );
  });
});

describe("identifiers", () => {
  const id = "01900000-0000-7000-8000-00000000B001";

  it("are given on in lower case", () => {
    expect(pathId().parse(id)).toBe(id.toLowerCase());
    expect(reference().parse(id)).toBe(id.toLowerCase());
  });

  it.each(["", "no-uuid", `${id} `, `{${id}}`, id.replaceAll("-", ""), `${id}\n`])("%j is none", (text) => {
    expect(pathId().safeParse(text).success).toBe(false);
    expect(reference().parse(text)).toBe("00000000-0000-0000-0000-000000000000");
  });
});

it("what is looked for is composed like the names that it is to find", () => {
  expect(searchText().parse(" u\u0308ber ")).toBe("über");
});
