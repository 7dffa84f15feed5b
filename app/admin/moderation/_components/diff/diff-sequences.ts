import { diffArrays } from "diff";

/** One step of an edit script; a `same` item is in both sequences. */
export interface EditStep {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Positions of an item in both sequences. */
type Match = readonly [before: number, after: number];

/** Bound on the cost of a comparison, which grows with the square of the edit length. */
const MAX_EDIT_LENGTH = 1_000;

/**
 * Edit script between two sequences of texts: the shortest one up to `MAX_EDIT_LENGTH`. Beyond that, items that are unique
 * on both sides are matched first (patience diff), and the stretches between them are compared on their own.
 */
export function diffSequences(before: readonly string[], after: readonly string[]): EditStep[] {
  const matches = matchItems(before, after, Number.POSITIVE_INFINITY);
  if (matches) return toSteps(before, after, matches, replace);
  const anchors = matchItems(before, after, 1) ?? [];
  return toSteps(before, after, anchors, anchors.length > 0 ? diffSequences : replace);
}

/**
 * Matches of items that occur on both sides, at most `maxOccurrences` times on each; null beyond `MAX_EDIT_LENGTH`. Items
 * of one side alone are left out before the comparison: they cannot match, and would add to the edit length.
 */
function matchItems(
  before: readonly string[],
  after: readonly string[],
  maxOccurrences: number,
): Match[] | null {
  const [countsBefore, countsAfter] = [countItems(before), countItems(after)];
  const isCandidate = (text: string) => {
    const counts = [countsBefore.get(text) ?? 0, countsAfter.get(text) ?? 0];
    return Math.min(...counts) > 0 && Math.max(...counts) <= maxOccurrences;
  };
  const placesBefore = [...before.keys()].filter((index) => isCandidate(before[index] ?? ""));
  const placesAfter = [...after.keys()].filter((index) => isCandidate(after[index] ?? ""));
  const changes = diffArrays(
    placesBefore.map((index) => before[index]),
    placesAfter.map((index) => after[index]),
    { maxEditLength: MAX_EDIT_LENGTH },
  );
  if (!changes) return null;
  const matches: Match[] = [];
  let [x, y] = [0, 0];
  for (const { count, added, removed } of changes) {
    for (let i = 0; i < count && !added && !removed; i++) {
      matches.push([placesBefore[x + i] ?? 0, placesAfter[y + i] ?? 0]);
    }
    if (!added) x += count;
    if (!removed) y += count;
  }
  return matches;
}

function countItems(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The matches as steps, with `diffBetween` for the stretches between them. */
function toSteps(
  before: readonly string[],
  after: readonly string[],
  matches: readonly Match[],
  diffBetween: typeof diffSequences,
): EditStep[] {
  const steps: EditStep[] = [];
  let [x, y] = [0, 0];
  for (const [i, j] of [...matches, [before.length, after.length] as const]) {
    for (const step of diffBetween(before.slice(x, i), after.slice(y, j))) steps.push(step);
    if (i < before.length) steps.push({ kind: "same", text: before[i] ?? "" });
    [x, y] = [i + 1, j + 1];
  }
  return steps;
}

const replace: typeof diffSequences = (before, after) => [
  ...before.map((text) => ({ kind: "removed", text }) as const),
  ...after.map((text) => ({ kind: "added", text }) as const),
];
