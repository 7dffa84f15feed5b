/** One step from a sequence to another; `same` items stand in both. */
export interface Step {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Beyond this many comparisons what lies between the common ends counts as replaced. */
const MOST_COMPARISONS = 1_000_000;

/** The way from one sequence of texts to another that keeps the longest common part. */
export function compareSequences(before: readonly string[], after: readonly string[]): Step[] {
  const start = countCommon(before, after);
  const end = countCommon(before.slice(start).toReversed(), after.slice(start).toReversed());
  const middle = compareMiddle(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  return [
    ...asSteps("same", before.slice(0, start)),
    ...middle,
    ...asSteps("same", before.slice(before.length - end)),
  ];
}

function compareMiddle(before: readonly string[], after: readonly string[]): Step[] {
  if (before.length * after.length > MOST_COMPARISONS) {
    return [...asSteps("removed", before), ...asSteps("added", after)];
  }
  const lengths = commonLengths(before, after);
  const width = after.length + 1;
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old = "", fresh = ""] = [before[i], after[j]];
    if (i < before.length && j < after.length && old === fresh) {
      steps.push({ kind: "same", text: old });
      i += 1;
      j += 1;
    } else if (i < before.length && (j === after.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      steps.push({ kind: "removed", text: old });
      i += 1;
    } else {
      steps.push({ kind: "added", text: fresh });
      j += 1;
    }
  }
  return steps;
}

/** At `i * (after.length + 1) + j` the length of the longest common part of what begins at `i` and at `j`. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  return lengths;
}

function countCommon(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

const asSteps = (kind: Step["kind"], texts: readonly string[]): Step[] =>
  texts.map((text) => ({ kind, text }));
