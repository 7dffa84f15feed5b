import { describe, expect, it } from "vitest";
import { toCsvRecord } from "./export.ts";

describe("toCsvRecord", () => {
  it.each([
    ["plain", "plain"],
    ["with, comma", '"with, comma"'],
    ['with "quotes"', '"with ""quotes"""'],
    ["two\nlines", '"two\nlines"'],
    [" padded ", '" padded "'],
    [null, ""],
  ])("writes %j as %j", (cell, written) => {
    expect(toCsvRecord([cell, "x"])).toBe(`${written},x\r\n`);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", '=HYPERLINK("http://x","y")'])(
    "escapes the formula %j",
    (cell) => {
      expect(toCsvRecord([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`);
    },
  );
});
