import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTerminal, renderTerminalText } from "./terminal.ts";

const ESC = "\u001b";

describe("renderTerminalText", () => {
  it.each([
    ["strings of APC, as Buildkite's timestamps", `${ESC}_bk;t=17\u0007a\n${ESC}_x${ESC}\\b`, "a\nb"],
    ["strings of DCS, PM and SOS", `${ESC}Pq#0${ESC}\\a${ESC}^x${ESC}\\b${ESC}Xx${ESC}\\c`, "abc"],
    ["8-bit strings", "\u009fx\u009ca\u0090x\u009cb\u009dx\u0007c", "abc"],
    ["a string that a cancel character ends", `${ESC}]0;x\u0018a`, "a"],
    ["a string without end, up to the end of its line", `a${ESC}_bk;t=1\nb`, "a\nb"],
    ["hyperlinks", `${ESC}]8;id=1;file:///a${ESC}\\a.ts${ESC}]8;;${ESC}\\!`, "a.ts!"],
    ["incomplete sequences at the end", `a${ESC}[38;5`, "a"],
    ["an incomplete escape at the end", `a${ESC}`, "a"],
    ["an incomplete string at the end", `a${ESC}]8;;htt`, "a"],
    ["backspaces", "10%\b\b\b20%", "20%"],
    ["backspaces at the beginning", "\b\bx", "x"],
    ["a carriage return with a shorter text", "downloading\rdone", "doneloading"],
    ["a carriage return and erasure to the right", `downloading\r${ESC}[Kdone`, "done"],
    ["erasure to the left", `abcdef${ESC}[3G${ESC}[1KX`, "  Xdef"],
    ["erasure of the line", `abc${ESC}[2K\rdone`, "done"],
    ["erasure of the screen, of one line", `kept\nabc${ESC}[2J${ESC}[Hdone`, "kept\ndone"],
    ["erasure of characters", `abcdef${ESC}[3D${ESC}[2X`, "abc  f"],
    ["moves left and right", `ab${ESC}[2DX${ESC}[3CY`, "Xb  Y"],
    ["saved positions", `ab${ESC}7cd${ESC}8X ${ESC}[1G${ESC}[sfoo${ESC}[uY`, "Yoo "],
    ["a redrawn line", `kept\n  1 old${ESC}[1A${ESC}[2K  1 new`, "kept\n  1 new"],
    ["wide and combined characters", `漢字e\u0301${ESC}[3DX`, "漢Xe\u0301"],
    ["moves by a private sequence", `ab${ESC}[?25l${ESC}[?2Kc`, "abc"],
    ["a window title of screen", `${ESC}kbuild${ESC}\\ran`, "ran"],
    ["a window title without end, of which only the start is known", `${ESC}kbuild`, "build"],
    ["scroll regions, charsets and modes", `a${ESC}[r${ESC}[m${ESC}(B${ESC}[?1003l${ESC}[1;24rb`, "ab"],
    ["a sequence that is passed through tmux", `${ESC}Ptmux;${ESC}${ESC}]52;c;aGk=\u0007${ESC}\\a`, "a"],
    ["folds of Travis", `travis_fold:start:a\r${ESC}[0K$ make`, "$ make"],
    ["sections of GitLab", `${ESC}[0Ksection_start:17:build\r${ESC}[0KHeader`, "Header"],
    ["styles with sub-parameters", `${ESC}[38:2::255:0:0mred${ESC}[4:3m line${ESC}[m`, "red line"],
    ["several carriage returns before the line end", "a\r\r\nb\r", "a\nb"],
  ])("obeys %s", (_, raw, expected) => {
    const shown = renderTerminalText(raw);
    expect(shown).toBe(expected);
  });

  it("bounds the blanks that moves produce", () => {
    const raw = `${ESC}[999999999Cx\n`.repeat(20_000);
    expect(renderTerminalText(raw).length).toBeLessThan(300_000);
  });

  it("shows no control character, whatever comes", () => {
    const piece = fc.constantFrom(
      ESC,
      "[",
      "]",
      "2",
      ";",
      "K",
      "J",
      "G",
      "C",
      "\b",
      "\r",
      "_",
      "\\",
      "\u0007",
      "a",
      "漢",
      "m",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(renderTerminalText(pieces.join(""))).not.toMatch(/(?!\n)\p{Cc}/u);
      }),
    );
  });
});

it("yields the same lines for a log that grows by chunks, once it is complete", () => {
  const raw = `${ESC}[31mred${ESC}]8;;x${ESC}\\link\n${ESC}_bk;t=1\u0007${ESC}[2Kplain\n`;
  const complete = renderTerminalText(raw);
  for (let end = 0; end <= raw.length; end += 1) {
    const partial = renderTerminalText(raw.slice(0, end));
    expect(complete.startsWith(partial.trimEnd())).toBe(true);
  }
});

it("names the style of each span, over line ends", () => {
  expect(renderTerminal(`a${ESC}[31mb\rc\nd`, (parameters) => `sgr-${parameters}`)).toEqual([
    { text: "cb", spans: [{ text: "cb", look: "sgr-31" }] },
    { text: "d", spans: [{ text: "d", look: "sgr-31" }] },
  ]);
});

describe("moves up", () => {
  const [UP, DOWN, ERASE] = [
    (count = 1) => `${ESC}[${count}A`,
    (count = 1) => `${ESC}[${count}B`,
    `${ESC}[2K`,
  ];

  it.each([
    [
      "Docker Compose",
      `kept\n${UP()}${DOWN()}${ESC}[0G[+] 0/2\n db Wait\n app Wait\n${UP().repeat(3)}${ESC}[0G[+] 2/2\n db Done\n app Done\nend`,
      "kept\n[+] 2/2\n db Done\n app Done\nend",
    ],
    [
      "Gradle's rich console",
      `\n\n${UP(2)}${ESC}[1m<---> 0%${ESC}[m${ESC}[8D${DOWN()}> IDLE${ESC}[6D${DOWN()}${UP(2)}<===> 9%${ESC}[8D${DOWN()}> :app${ESC}[K${ESC}[6D${DOWN()}\nBUILD`,
      "<===> 9%\n> :app\nBUILD",
    ],
    ["erased lines", `kept\na\nb${ERASE}${UP()}${ERASE}${UP()}${ERASE}${ESC}[Gnew`, "new\n"],
    ["erasure below", `kept\na\nb\n${UP(2)}${ESC}[Jnew\n`, "kept\nnew\n"],
    ["more lines than there are, behind a text", `kept\rX\r${UP(9)}${ERASE}new`, "Xeptnew"],
    ["a short text over a long one", `abcdef\n${UP()}XY\n`, "XYcdef"],
    ["a column that is not the first", `kept\nabc${UP()}d\n`, "kept\nabcd"],
    ["more lines than there are", `kept\n${UP(5)}new\nend`, "kept\nnew\nend"],
    ["lines before the screen was left", `kept\n${ESC}[?1049hnew\n${UP(2)}end`, "kept\nnew\nend"],
    ["a line that fills many rows", `${"x".repeat(1_001)}\n${UP()}new`, `${"x".repeat(1_001)}\nnew`],
  ])("obey or leave %s", (_, raw, expected) => {
    expect(renderTerminalText(raw)).toBe(expected);
  });

  it("keep the numbers of lines", () => {
    const lines = renderTerminal(`a\nb\n${UP(2)}c\nd\nlast`);
    expect(lines.map(({ text, isRedraw = false }) => [text, isRedraw])).toEqual([
      ["c", false],
      ["d", false],
      ["", true],
      ["", true],
      ["last", false],
    ]);
  });

  it("cost time linear in the log", () => {
    const frame = `${UP(40)}${"x\n".repeat(40)}`;
    const raw = `${"y".repeat(900)}\n`.repeat(40) + frame.repeat(5_000);
    expect(renderTerminal(raw)).toHaveLength(40 * 5_001);
  });

  /** Terminal of any height that moves as the programs ask, with the words that no later output touched. */
  function survivors(steps: readonly Step[]): string[] {
    const rows: (string | undefined)[][] = [[]];
    let [at, column, count] = [0, 0, 0];
    for (const step of steps) {
      const row = rows[at] ?? [];
      if (step.kind === "word") {
        const word = wordOf(count);
        count += 1;
        row.splice(column, word.length, ...Array<string>(word.length).fill(word));
        column += word.length;
      } else if (step.kind === "line") {
        at += 1;
        column = 0;
        rows[at] ??= [];
      } else if (step.kind === "return") column = 0;
      else if (step.kind === "erase") rows[at] = [];
      else {
        column = 0;
        at = Math.max(0, Math.min(rows.length - 1, at + step.count * (step.kind === "up" ? -1 : 1)));
      }
    }
    const cells = rows.flat();
    return [...new Set(cells)].filter(
      (word): word is string =>
        word !== undefined && cells.filter((cell) => cell === word).length === word.length,
    );
  }

  type Step = { kind: "word" | "line" | "return" | "erase" | "up" | "down"; count: number };
  const wordOf = (count: number): string => `<${String(count).padStart(3, "0")}>`;
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom(
      "word",
      "word",
      "word",
      "line",
      "line",
      "line",
      "return",
      "erase",
      "up",
      "up",
      "down",
    ),
    count: fc.integer({ min: 1, max: 4 }),
  });

  it("lose no word that no later output overwrote", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let count = 0;
        const raw = steps
          .map((each) => {
            if (each.kind === "up") return `\r${UP(each.count)}`;
            if (each.kind === "down") return `\r${DOWN(each.count)}`;
            if (each.kind === "word") return wordOf(count++);
            return each.kind === "line" ? "\n" : each.kind === "erase" ? ERASE : "\r";
          })
          .join("");
        const shown = renderTerminalText(raw);
        for (const word of survivors(steps)) expect(shown).toContain(word);
      }),
      { numRuns: 3_000 },
    );
  });
});
