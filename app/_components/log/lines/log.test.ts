import { describe, expect, it } from "vitest";
import { toShownLines } from "./log-groups.ts";
import { findLinks, toPieces } from "./log-pieces.ts";
import { createLogParser, type LogLine, parseLog } from "./parse-log.ts";

const ESC = "\u001b";
const texts = (raw: string) => parseLog(raw).map((line) => line.text);

it("shows a line in the order in which it was printed", () => {
  expect(parseLog("a\u202ebidi\u2069 z")[0]?.text).toBe("a\uFFFDbidi\uFFFD z");
  expect(parseLog(`${ESC}[31mred\u202e`)[0]?.spans?.[0]?.text).toBe("red\uFFFD");
  expect(parseLog("\u05d0\u05d1 abc")[0]?.text).toBe("\u05d0\u05d1 abc");
});

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

describe("createLogParser", () => {
  const raw = `one\r\n${ESC}[31mred\nstill 10%\r20%\n${ESC}[0mplain 🚢\n${ESC}[2A${ESC}[Kdone\n${ESC}[1Bno end`;

  it("gives the same lines wherever the text is cut", () => {
    const whole = parseLog(raw).map(({ text, spans }) => ({ text, spans }));
    for (let size = 1; size < raw.length; size += 1) {
      const parser = createLogParser();
      let lines: LogLine[] = [];
      for (let at = 0; at < raw.length; at += size) lines = parser.append(raw.slice(at, at + size));
      expect(lines.map(({ text, spans }) => ({ text, spans }))).toEqual(whole);
    }
  });

  it("redraws earlier lines, whose numbers and times stay", () => {
    const parser = createLogParser();
    parser.append("start\n a 10%\n b 10%\n", [[0, 100]]);
    const { length } = parser.append(`${ESC}[2A a 20%\n b 20%`, [[0, 101]]);
    expect(length).toBe(5);
    const lines = parser.append("\nend\n", [[0, 102]]);
    expect(lines.map(({ text, isRedraw, seconds }) => (isRedraw ? null : [text, seconds]))).toEqual([
      ["start", 100],
      [" a 20%", 100],
      [" b 20%", 100],
      null,
      null,
      ["end", 102],
    ]);
    expect([...toShownLines(lines, [], () => false)]).toEqual([0, 1, 2, 5]);
  });

  it("gives a line the time at which its beginning arrived", () => {
    const parser = createLogParser();
    parser.append("early\nla", [[0, 100]]);
    parser.append("te\nlater\nlast\n", [
      [0, 101],
      [9, 103],
    ]);
    const lines = parser.append("more");
    expect(lines.map(({ text, seconds }) => [text, seconds])).toEqual([
      ["early", 100],
      ["late", 100],
      ["later", 101],
      ["last", 103],
      ["more", 103],
    ]);
    expect(parseLog("no times").map(({ seconds }) => seconds)).toEqual([undefined]);
  });
});

describe("toPieces", () => {
  it("shows the end of an endless line as one piece", () => {
    const units = 400_000;
    const text = "z".repeat(units);
    const spans = Array.from(text, (unit, at) => ({ text: unit, look: at % 2 ? "red" : "" }));
    const matches = Array.from({ length: units }, (_, at) => [at, at + 1] as const);
    const pieces = toPieces({ text, spans }, matches);
    expect(pieces.length).toBeLessThan(5_000);
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.slice(0, 2)).toMatchObject([
      { text: "z", look: "", isMatch: true },
      { text: "z", look: "red", isMatch: true },
    ]);
  });

  const looks = (raw: string, matches: [number, number][] = [], from = 0) => {
    const [line] = parseLog(raw);
    return line && toPieces(line, matches, from);
  };
  const plain = { look: "", isMatch: false, href: undefined };

  it("marks a match across a change of color", () => {
    expect(looks(`one ${ESC}[31mFa${ESC}[0miled`, [[4, 10]])).toEqual([
      { ...plain, text: "one " },
      { ...plain, text: "Fa", look: "red", isMatch: true },
      { ...plain, text: "iled", isMatch: true },
    ]);
  });

  it("begins behind the mark of a group", () => {
    expect(looks("::group::Run tests", [[13, 18]], 9)).toEqual([
      { ...plain, text: "Run " },
      { ...plain, text: "tests", isMatch: true },
    ]);
  });

  it.each([
    ["see https://example.com/a(b)?c=d, then", ["https://example.com/a(b)?c=d"]],
    ["(http://localhost:3000/x).", ["http://localhost:3000/x"]],
    ["<https://a.test> 'https://b.test'", ["https://a.test", "https://b.test"]],
    ["javascript://%0aalert(1) data://x file:///etc ftp://a.test https://", []],
    ["no link: https", []],
  ])("links http and https alone: %s", (text, hrefs) => {
    expect(findLinks(text).map(({ href }) => href)).toEqual(hrefs);
    expect(
      toPieces({ text, spans: null }, [])
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });
});
