import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, type Line, type Row } from "./diff-lines";

const textOf = (lines: (Line | undefined)[]): string =>
  lines
    .filter((line) => line !== undefined)
    .map((line) => line.pieces.map((piece) => piece.text).join(""))
    .join("\n");

const kinds = (rows: Row[]) => rows.map((row) => row.kind);

describe("diffLines", () => {
  it("finds lines that came and went between those that stayed", () => {
    expect(kinds(diffLines("a\nb\nc", "a\nx\nb"))).toEqual(["same", "added", "same", "removed"]);
  });

  it("sets a changed line beside what became of it and marks the words", () => {
    const rows = diffLines("Works on phones", "Works on phones and tablets");
    expect(rows).toEqual([
      {
        kind: "changed",
        before: { number: 1, pieces: [{ text: "Works on phones", isChanged: false }] },
        after: {
          number: 1,
          pieces: [
            { text: "Works on phones", isChanged: false },
            { text: " and tablets", isChanged: true },
          ],
        },
      },
    ]);
  });

  it("marks lines without common words as a whole", () => {
    const [row] = diffLines("one two three", "quite another line");
    expect(row?.before?.pieces).toEqual([{ text: "one two three", isChanged: true }]);
  });

  it("keeps both texts whole and numbers their lines, whatever they are", () => {
    const text = fc.array(fc.constantFrom("a", "b", "b c", "", " ", "é\t"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffLines(before.join("\n"), after.join("\n"));
        expect(textOf(rows.map((row) => row.before))).toBe(before.join("\n"));
        expect(textOf(rows.map((row) => row.after))).toBe(after.join("\n"));
        const numbers = rows.flatMap((row) => row.after?.number ?? []);
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      }),
    );
  });

  it("compares words up to a bound, and marks the lines after it as a whole", () => {
    const lines = (word: string) =>
      Array.from({ length: 3_000 }, () => `the same few words, ${word}`).join("\n");
    const pieces = diffLines(lines("one"), lines("two")).map(({ after }) => after?.pieces.length ?? 0);
    expect(pieces[0]).toBe(2);
    expect(pieces.filter((count) => count > 1).length).toBeLessThan(2_500);
    expect(pieces.at(-1)).toBe(1);
  });

  it("judges long texts that share nothing without comparing each with each", () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, i) => `${word}${i}`).join("\n");
    expect(kinds(diffLines(lines("a"), lines("b"))).length).toBe(20_000);
  });
});
