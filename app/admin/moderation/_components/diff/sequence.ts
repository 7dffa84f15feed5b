/** One step from a sequence to another; `same` items stand in both. */
export interface Step {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Texts this far apart are not compared step by step, but between the lines that each has once. */
const FARTHEST = 400;

/** A shorter way from one sequence of texts to another; the shortest where they are not far apart. */
export function compareSequences(before: readonly string[], after: readonly string[]): Step[] {
  const steps: Step[] = [];
  compareInto(steps, before, after);
  return steps;
}

function compareInto(steps: Step[], before: readonly string[], after: readonly string[]): void {
  const start = countCommon(before, after);
  const end = countCommonEnd(before, after, start);
  push(steps, "same", before.slice(0, start));
  compareMiddle(steps, before.slice(start, before.length - end), after.slice(start, after.length - end));
  push(steps, "same", before.slice(before.length - end));
}

function compareMiddle(steps: Step[], before: readonly string[], after: readonly string[]): void {
  if (before.length === 0 || after.length === 0) {
    push(steps, "removed", before);
    push(steps, "added", after);
    return;
  }
  const way = findShortestWay(before, after);
  if (way) {
    for (const step of way) steps.push(step);
    return;
  }
  const anchors = findAnchors(before, after);
  if (anchors.length === 0) {
    push(steps, "removed", before);
    push(steps, "added", after);
    return;
  }
  let [i, j] = [0, 0];
  for (const [x, y] of anchors) {
    compareInto(steps, before.slice(i, x), after.slice(j, y));
    push(steps, "same", before.slice(x, x + 1));
    [i, j] = [x + 1, y + 1];
  }
  compareInto(steps, before.slice(i), after.slice(j));
}

/** Myers' way, forwards with a trace; null when it is longer than the farthest. */
function findShortestWay(before: readonly string[], after: readonly string[]): Step[] | null {
  const [n, m] = [before.length, after.length];
  const farthest = Math.min(n + m, FARTHEST);
  const reach = new Int32Array(2 * farthest + 3);
  const at = (k: number) => reach[k + farthest + 1] ?? 0;
  const trace: Int32Array[] = [];
  for (let d = 0; d <= farthest; d++) {
    trace.push(reach.slice(farthest + 1 - d - 1, farthest + 1 + d + 2));
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m && before[x] === after[x - k]) x += 1;
      reach[k + farthest + 1] = x;
      if (x >= n && x - k >= m) return walkBack(before, after, trace);
    }
  }
  return null;
}

function walkBack(before: readonly string[], after: readonly string[], trace: readonly Int32Array[]): Step[] {
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const at = (k: number) => trace[d]?.[k + d + 1] ?? 0;
    const k = x - y;
    const wasDown = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const beforeK = wasDown ? k + 1 : k - 1;
    const startX = d === 0 ? 0 : at(beforeK);
    const startY = d === 0 ? 0 : startX - beforeK;
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      steps.push({ kind: "same", text: before[x] ?? "" });
    }
    if (d === 0) break;
    if (wasDown) steps.push({ kind: "added", text: after[--y] ?? "" });
    else steps.push({ kind: "removed", text: before[--x] ?? "" });
  }
  return steps.reverse();
}

/** Places of lines that each side has exactly once, as many as keep their order on both. */
function findAnchors(before: readonly string[], after: readonly string[]): [number, number][] {
  const placesAfter = placesOfUnique(after);
  const pairs: [number, number][] = [];
  for (const [text, x] of placesOfUnique(before)) {
    const y = placesAfter.get(text);
    if (x >= 0 && y !== undefined && y >= 0) pairs.push([x, y]);
  }
  return longestRising(pairs.sort(([one], [other]) => one - other));
}

/** -1 where a text is there more than once. */
function placesOfUnique(texts: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, text] of texts.entries()) places.set(text, places.has(text) ? -1 : index);
  return places;
}

/** The longest run of pairs whose second numbers rise. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, y]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const rising: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}

function countCommon(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

function countCommonEnd(one: readonly string[], other: readonly string[], start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count += 1;
  return count;
}

function push(steps: Step[], kind: Step["kind"], texts: readonly string[]): void {
  for (const text of texts) steps.push({ kind, text });
}
