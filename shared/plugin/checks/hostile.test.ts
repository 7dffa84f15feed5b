import { describe, expect, it } from "vitest";
import { SUBJECT } from "@/e2e/support/checks.ts";
import { type Block, createBlockReader, lineAt, OVERLAP_CHARS } from "./blocks.ts";
import { MAX_SEARCHED_BYTES, openCheck } from "./check.ts";
import { DYNAMIC_CODE } from "./code.ts";
import { createCollector } from "./finding.ts";
import { openImageSearch } from "./images.ts";
import { createMatcher, type MatchStats } from "./matcher.ts";
import { TOKEN_FORMATS } from "./token-formats.ts";

const FORMATS = [...TOKEN_FORMATS, ...DYNAMIC_CODE];
const TOKEN = `ghp_${"b".repeat(36)}`;

function tarBlocks(text: string, chunk = 65_536): Block[] {
  const blocks: Block[] = [];
  const writer = createBlockReader((block) => blocks.push(block));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) writer.write(bytes.subarray(at, at + chunk));
  writer.end();
  return blocks;
}

function search(text: string, stats?: MatchStats) {
  const find = createMatcher(FORMATS, stats);
  return tarBlocks(text).flatMap((block) =>
    [...find(block)].map((match) => ({ ...match, line: lineAt(block, match.index) })),
  );
}

/** The most characters that a pattern takes: the sum of what its parts do. */
function longestMatch(source: string): number {
  const atoms = source.matchAll(
    /\(\?[:!]|\)\??|\||(?:\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[^\\[(|){?])(?:\{(\d+)(?:,(\d+))?\}|\?)?/g,
  );
  let sum = 0;
  for (const [, least, most] of atoms) sum += Number(most ?? least ?? 1);
  return sum;
}

describe("every pattern", () => {
  it.each(FORMATS.map(({ pattern }) => [pattern.source, pattern] as const))(
    "%s takes bounded time",
    (source, pattern) => {
      const withoutClasses = source.replaceAll(/\\./g, "a").replaceAll(/\[[^\]]*\]/g, "a");
      expect(withoutClasses).not.toMatch(/[*+]|\{\d+,\}/);
      expect(withoutClasses).not.toMatch(/\)[{*+]/);
      expect(longestMatch(source)).toBeLessThan(OVERLAP_CHARS);
      expect(pattern.flags).toBe("y");
    },
  );
});

describe("hostile text", () => {
  const MEBIBYTE = 1_048_576;
  it.each([
    ["starts without an end", "-ghp_"],
    ["starts that go on for long", "-glpat-aaaaaaaaaaaaaaaaaaa"],
    ["tokens in tokens", "-eyJ"],
    ["blanks behind a start", `eval${" ".repeat(60)}`],
    ["addresses without an end", "://a:"],
    ["markers of keys", "-----BEGIN "],
    ["nothing at all", " "],
  ])("is tried a bounded number of times: %s", (_, part) => {
    const text = part.repeat(Math.ceil(MEBIBYTE / part.length));
    const stats = { attempts: 0 };
    search(text, stats);
    // One start is at least three characters, and has few patterns; what is overlap over is tried again.
    expect(stats.attempts).toBeLessThan((text.length / part.length + 1) * 1.05 + 1);
  });

  it("is buffered one block at a time, for any line length", () => {
    const blocks = tarBlocks(`a\n${"b".repeat(3 * MEBIBYTE)}\nc`);
    expect(Math.max(...blocks.map(({ text }) => text.length))).toBeLessThanOrEqual(16_384);
    const read = blocks.reduce((sum, { text }) => sum + text.length, 0);
    expect(read).toBeLessThan(3 * MEBIBYTE * 1.05);
    const last = blocks.at(-1);
    expect(last && lineAt(last, last.text.indexOf("c"))).toBe(3);
  });

  it("yields each match at the split of a long line once", () => {
    for (let offset = 16_310; offset < 16_400; offset += 1) {
      const found = search(`${"x".repeat(offset)} ${TOKEN} ${"y".repeat(17_000)}`);
      expect(found).toMatchObject([{ text: TOKEN, line: 1 }]);
    }
  });

  it("is searched up to a bound over all files, and the rest is reported", () => {
    const check = openCheck({ ...SUBJECT });
    const bytes = Buffer.alloc(MEBIBYTE, "a line of words\n");
    for (let n = 0; n <= MAX_SEARCHED_BYTES / MEBIBYTE; n += 1) {
      const file = check.openFile(`words-${n}.txt`, bytes.byteLength);
      file.write(bytes);
      file.end();
    }
    const late = check.openFile("late.js", 10);
    late.write(Buffer.from("eval(late)"));
    late.end();
    expect(check.end().findings).toMatchObject([
      {
        rule: "unsearched",
        message: expect.stringContaining("2 files were not searched, starting with words-64.txt"),
      },
    ]);
  });

  it("yields images at the split of a line", () => {
    for (let offset = 16_360; offset < 16_390; offset += 1) {
      const collector = createCollector();
      const take = openImageSearch("a.html", collector);
      for (const block of tarBlocks(`${" ".repeat(offset)}<img src=a>${" ".repeat(17_000)}<img alt=b>`))
        take?.(block);
      expect(collector.result().findings).toHaveLength(1);
    }
  });

  it("gives the same result for chunks of any length", () => {
    const text = `ü\r\n${TOKEN}\n\n${"z".repeat(40_000)}𝄞${TOKEN}`;
    const whole = tarBlocks(text);
    for (const chunk of [1, 2, 3, 1_000]) expect(tarBlocks(text, chunk)).toEqual(whole);
  });
});
