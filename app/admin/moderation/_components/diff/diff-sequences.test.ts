import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffSequences } from "./diff-sequences";

const kept = (steps: ReturnType<typeof diffSequences>, not: "removed" | "added") =>
  steps.filter(({ kind }) => kind !== not).map(({ text }) => text);
const countSame = (steps: ReturnType<typeof diffSequences>) =>
  steps.filter(({ kind }) => kind === "same").length;

/** The length of the longest common part, counted the plain way. */
function longestCommon(one: string[], other: string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const text of one) {
    const next = [0];
    for (const [j, candidate] of other.entries()) {
      next.push(text === candidate ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const texts = (max: number) => fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: max });

describe("diffSequences", () => {
  it("leads from one to the other by the shortest way", () => {
    fc.assert(
      fc.property(texts(30), texts(30), (before, after) => {
        const steps = diffSequences(before, after);
        expect(kept(steps, "added")).toEqual(before);
        expect(kept(steps, "removed")).toEqual(after);
        expect(countSame(steps)).toBe(longestCommon(before, after));
      }),
      { numRuns: 500 },
    );
  });

  it("finds what stayed between far more changes than are walked one by one", () => {
    const before = Array.from({ length: 6_000 }, (_, i) => (i % 4 === 0 ? `old ${i}` : `line ${i}`));
    const after = Array.from({ length: 6_000 }, (_, i) => (i % 4 === 0 ? `new ${i}` : `line ${i}`));
    const steps = diffSequences(before, after);
    expect(kept(steps, "added")).toEqual(before);
    expect(kept(steps, "removed")).toEqual(after);
    expect(countSame(steps)).toBe(4_500);
  });

  it("matches unique lines where repeated ones are too far apart to be compared", () => {
    const lines = (repeated: string) =>
      Array.from({ length: 6_000 }, (_, i) =>
        i % 100 === 0 ? `line ${i}` : `${repeated}${(i * 7_919) % 61}`,
      );
    const [before, after] = [
      lines("a"),
      lines("a").map((text, i) => (i % 100 === 0 ? text : `a${(i * 104_729) % 67}`)),
    ];
    const steps = diffSequences(before, after);
    expect(kept(steps, "added")).toEqual(before);
    expect(kept(steps, "removed")).toEqual(after);
    expect(countSame(steps)).toBeGreaterThanOrEqual(60);
  });

  it("calls what shares nothing replaced, however long", () => {
    const before = Array.from({ length: 100_000 }, (_, i) => `old ${i}`);
    const after = Array.from({ length: 100_000 }, (_, i) => `new ${i}`);
    expect(countSame(diffSequences(before, after))).toBe(0);
  });
});
