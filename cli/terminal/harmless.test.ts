import { describe, expect, test } from "vitest";
import { harmless, harmlessJson, oneLine } from "./harmless.ts";
import { styleOf } from "./style.ts";
import { formatFacts, formatTable } from "./table.ts";
import type { Output } from "./terminal.ts";

const style = styleOf({ isTTY: true } as Output, {});
const plain = (text: string) => text;

describe("text that leaves the program", () => {
  test.each([
    ["a colour", "\u001b[31mred\u001b[0m", "\\x1b[31mred\\x1b[0m"],
    ["a title of the window", "\u001b]0;pwn\u0007", "\\x1b]0;pwn\\x07"],
    ["controls of eight bits", "\u009b2J\u0085\u007f", "\\x9b2J\\x85\\x7f"],
    ["what writes over a line", "good\rbad\b", "good\\rbad\\x08"],
    ["what turns the direction around", "\u202efdp.exe\u2066", "\\u202efdp.exe\\u2066"],
  ])("spells out %s", (_, text, expected) => {
    expect(harmless(text)).toBe(expected);
  });

  test("keeps its lines, tabs and letters", () => {
    expect(harmless("größe\t1\r\nשלום\n")).toBe("größe\t1\nשלום\n");
  });

  test("keeps the program's own colours, around what has none", () => {
    expect(harmless(style.bold(`a${style.red("b\u001b[32mc")}`))).toBe(
      "\u001b[1ma\u001b[31mb\\x1b[32mc\u001b[39m\u001b[22m",
    );
  });
});

test("what stays on its line has no second one", () => {
  expect(oneLine("a\nb\tc\r")).toBe("a\\nb\\tc\\r");
  expect(harmless(oneLine(style.red("a\u001b\n")))).toBe("\u001b[31ma\\x1b\\n\u001b[39m");
});

test("JSON is what it was, in characters that nothing acts on", () => {
  const value = { text: "\u001b[2J\u007f\u009b\u202e\n\tü", path: "a\u0007b" };
  const json = harmlessJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
});

test("a cell stays one line, and the lines of a fact in their column", () => {
  expect(formatTable([{ title: "File" }], [["a\nb"], [style.red("c")]], plain)).toBe(
    `File\na\\nb\n${style.red("c")}`,
  );
  expect(formatFacts([["Comment", "No.\nState  APPROVED"]], plain)).toBe(
    "Comment  No.\n         State  APPROVED",
  );
});
