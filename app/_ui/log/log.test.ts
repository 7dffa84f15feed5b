import { describe, expect, it } from "vitest";
import { findLines, markSpans, toPattern } from "./log-search";
import { parseLog } from "./parse-log";

const ESC = "\u001b";
const texts = (raw: string) => parseLog(raw).map((line) => line.text);

describe("parseLog", () => {
  it.each([
    ["a\nb\n", ["a", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["a\n\nb", ["a", "", "b"]],
    ["10%\r20%\rdone\nnext", ["done", "next"]],
    ["kept\r", ["kept"]],
    ["", []],
    [`${ESC}[2K${ESC}[1Gclean`, ["clean"]],
    [`${ESC}]8;;https://example.com${ESC}\\link${ESC}]8;;${ESC}\\`, ["link"]],
    [`bell\u0007 and\u0000 more${ESC}`, ["bell and more"]],
    ["\ttab stays", ["\ttab stays"]],
  ])("reads %j", (raw, expected) => {
    expect(texts(raw)).toEqual(expected);
  });

  it("gives colors to what follows, over line ends, until they are reset", () => {
    const [first, second, third] = parseLog(`ok ${ESC}[1;31mred\nstill${ESC}[0m plain\nplain`);
    expect(first?.spans).toEqual([
      { text: "ok ", look: "" },
      { text: "red", look: "red bold" },
    ]);
    expect(second?.spans).toEqual([
      { text: "still", look: "red bold" },
      { text: " plain", look: "" },
    ]);
    expect(third?.spans).toBeNull();
  });

  it.each([
    ["38;5;196", "red"],
    ["38;2;20;200;40", "green"],
    ["38;5;231", ""],
    ["97", ""],
    ["90", "gray"],
    ["41;33", "yellow"],
    ["38:2::30:60:250", "blue"],
    ["38:2:0:30:60:250:0:1", "blue"],
    ["38:5:196;1", "red bold"],
    ["48:2::255:0:0;32", "green"],
    ["58:2::255:0:0;34", "blue"],
    ["58;5;1;34", "blue"],
    ["4:3", "underlined"],
    ["4;4:0", ""],
    [">4;2", ""],
    ["38:2:30:60:250", "blue"],
  ])("shows the rendition %s as '%s'", (code, look) => {
    const [line] = parseLog(`${ESC}[${code}mx`);
    expect(line?.spans?.[0]?.look ?? "").toBe(look);
  });

  it("reads fifty thousand lines", () => {
    const raw = `${ESC}[32mw:${ESC}[0m some warning\n`.repeat(50_000);
    expect(parseLog(raw)).toHaveLength(50_000);
  });
});

describe("search", () => {
  const lines = parseLog(`one ${ESC}[31mFa${ESC}[0miled\ntwo\nfailed (twice) failed`);

  it("finds lines in either case, taking the query literally", () => {
    expect(findLines(lines, toPattern("failed"))).toEqual([0, 2]);
    expect(findLines(lines, toPattern("(twice)"))).toEqual([2]);
    expect(findLines(lines, toPattern(""))).toEqual([]);
  });

  it("marks a match across a change of color", () => {
    const [line] = lines;
    expect(line && markSpans(line, toPattern("failed"))).toEqual([
      { text: "one ", look: "", isMatch: false },
      { text: "Fa", look: "red", isMatch: true },
      { text: "iled", look: "", isMatch: true },
    ]);
  });
});
