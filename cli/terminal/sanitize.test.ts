import { describe, expect, test } from "vitest";
import { isolateName, type OutputStream, sanitize, sanitizeJson, sanitizeLine } from "./sanitize.ts";
import { createStyle } from "./style.ts";
import { formatFields, formatTable } from "./table.ts";

const style = createStyle({ isTTY: true } as OutputStream, {});
const plain = (text: string) => text;

describe("sanitize", () => {
  test.each([
    ["a color", "\u001b[31mred\u001b[0m", "\\x1b[31mred\\x1b[0m"],
    ["a window title", "\u001b]0;pwn\u0007", "\\x1b]0;pwn\\x07"],
    ["8-bit control characters", "\u009b2J\u0085\u007f", "\\x9b2J\\x85\\x7f"],
    ["overwriting characters", "good\rbad\b", "good\\rbad\\x08"],
    ["bidirectional overrides", "\u202efdp.exe\u2066", "\\u202efdp.exe\\u2066"],
  ])("escapes %s", (_, text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  test("keeps line breaks, tabs and letters", () => {
    expect(sanitize("größe\t1\r\nשלום\n")).toBe("größe\t1\nשלום\n");
  });

  test("keeps marked colors and escapes all others", () => {
    expect(sanitize(style.bold(`a${style.red("b\u001b[32mc")}`))).toBe(
      "\u001b[1ma\u001b[31mb\\x1b[32mc\u001b[39m\u001b[22m",
    );
  });
});

test("a name that runs from right to left is isolated, without a width", () => {
  const name = "\u05e9\u05dc\u05d5\u05dd";
  expect(sanitize(isolateName(name))).toBe(`\u2068${name}\u2069`);
  expect(sanitize(isolateName("Field Notes"))).toBe("Field Notes");
  const rows = [
    [name, "1.0.0"],
    ["Maps", "2.0.0"],
  ];
  expect(sanitize(formatTable([{ title: "NAME" }, { title: "VERSION" }], rows, plain))).toBe(
    `NAME  VERSION\n\u2068${name}\u2069  1.0.0\nMaps  2.0.0`,
  );
});

test("sanitizeLine escapes line breaks", () => {
  expect(sanitizeLine("a\nb\tc\r")).toBe("a\\nb\\tc\\r");
  expect(sanitize(sanitizeLine(style.red("a\u001b\n")))).toBe("\u001b[31ma\\x1b\\n\u001b[39m");
});

test("sanitizeJson parses to the same value without control characters", () => {
  const value = { text: "\u001b[2J\u007f\u009b\u202e\n\tü", path: "a\u0007b" };
  const json = sanitizeJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
});

test("a cell stays one line, and the lines of a value stay indented", () => {
  expect(formatTable([{ title: "File" }], [["a\nb"], [style.red("c")]], plain)).toBe(
    `File\na\\nb\n${style.red("c")}`,
  );
  expect(formatFields([["Comment", "No.\nState  APPROVED"]], plain)).toBe(
    "Comment  No.\n         State  APPROVED",
  );
});
