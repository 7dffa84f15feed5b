/** Letters and digits of any script that pass for others in the usual typefaces. */
const CONFUSABLE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["o", "0оοօ"],
    ["l", "1iіıɩιӏ|!"],
    ["s", "5ѕ$"],
    ["a", "4аα@"],
    ["e", "3еε"],
    ["b", "8ьв"],
    ["g", "9ɡ"],
    ["z", "2"],
    ["t", "7тτ"],
    ["c", "сϲ"],
    ["p", "рρ"],
    ["x", "хχ"],
    ["y", "уγ"],
    ["k", "кκ"],
    ["h", "һн"],
    ["j", "ј"],
    ["n", "пη"],
    ["m", "м"],
    ["u", "υцս"],
    ["v", "ν"],
    ["w", "ѡω"],
    ["d", "ԁ"],
    ["q", "ԛ"],
  ].flatMap(([plain = "", others = ""]) => [...others].map((other) => [other, plain])),
);

const SHORTEST = 4;
const LONGEST = 64;
/** How many slips are allowed for in names of at least this length. */
const SLIPS: readonly [length: number, slips: number][] = [
  [10, 2],
  [6, 1],
];

/** What is left of a name once everything is taken away by which the eye does not tell names apart. */
export function skeletonOf(name: string): string {
  const folded = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|!$@]/gu, "");
  const plain = [...folded].map((letter) => CONFUSABLE[letter] ?? letter).join("");
  return plain.replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("cl", "d").slice(0, LONGEST);
}

/**
 * Keys by which an index finds names that are alike: the skeleton itself and what is left of it without one letter.
 * Two names of which one letter was changed, added, left out or moved by one share a key.
 */
export function lookalikeKeys(...names: string[]): string[] {
  const keys = new Set<string>();
  for (const skeleton of new Set(names.map(skeletonOf))) {
    if (skeleton.length < SHORTEST) continue;
    keys.add(skeleton);
    for (let at = 0; at < skeleton.length; at += 1) keys.add(skeleton.slice(0, at) + skeleton.slice(at + 1));
  }
  return [...keys];
}

/** How one name looks like the other; null where nobody would take it for that. */
export function findLookalike(own: string, other: string): "the same" | "nearly the same" | null {
  const [a, b] = [skeletonOf(own), skeletonOf(other)];
  if (Math.min(a.length, b.length) < SHORTEST) return null;
  if (a === b) return "the same";
  const [, slips = 0] = SLIPS.find(([length]) => Math.min(a.length, b.length) >= length) ?? [];
  return editDistance(a, b) <= slips ? "nearly the same" : null;
}

/** How many letters have to be changed, added, left out or swapped with the next (optimal string alignment). */
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
