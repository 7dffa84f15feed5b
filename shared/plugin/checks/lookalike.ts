import { skeletonOf } from "@/shared/name-skeleton.ts";

const MIN_SKELETON_LENGTH = 4;
/** Maximum edit distance by minimum name length. */
const MAX_DISTANCES: readonly [minLength: number, distance: number][] = [
  [10, 2],
  [6, 1],
];

/**
 * Index keys for a fuzzy search (deletion neighborhood): the skeleton, and the skeleton without each one of its letters. Names
 * at edit distance one share a key.
 */
export function lookalikeKeys(...names: string[]): string[] {
  const keys = new Set<string>();
  for (const skeleton of new Set(names.map(skeletonOf))) {
    if (skeleton.length < MIN_SKELETON_LENGTH) continue;
    keys.add(skeleton);
    for (let at = 0; at < skeleton.length; at += 1) keys.add(skeleton.slice(0, at) + skeleton.slice(at + 1));
  }
  return [...keys];
}

/** Similarity of two names; null for distinct ones. */
export function findLookalike(own: string, other: string): "identical" | "similar" | null {
  const [a, b] = [skeletonOf(own), skeletonOf(other)];
  if (Math.min(a.length, b.length) < MIN_SKELETON_LENGTH) return null;
  if (a === b) return "identical";
  const [, maxDistance = 0] = MAX_DISTANCES.find(([length]) => Math.min(a.length, b.length) >= length) ?? [];
  return editDistance(a, b) <= maxDistance ? "similar" : null;
}

/** Edit distance with transpositions (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [above, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + Number(!isSame));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(isSwap ? Math.min(least, (above[j - 2] ?? 0) + 1) : least);
    }
    [above, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
