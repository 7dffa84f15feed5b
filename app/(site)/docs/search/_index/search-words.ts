/** Different words of a search, in lower case. */
export const searchWords = (search: string): string[] => [
  ...new Set(
    search
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ""),
  ),
];

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const UPPER_CASE = /\p{Lu}/u;
const LOWER_CASE = /\p{Ll}/u;

/** Places where a word of the text starts with the one searched: "until" in "leaseUntil", too, but "no" not in "unknown". */
export function findWord(text: string, word: string): number[] {
  const lower = text.toLowerCase();
  // In some alphabets lower case is longer; then places would not be those of the text.
  const original = lower.length === text.length ? text : lower;
  const places: number[] = [];
  for (let place = lower.indexOf(word); place >= 0; place = lower.indexOf(word, place + 1)) {
    if (startsWord(original, place)) places.push(place);
  }
  return places;
}

function startsWord(text: string, place: number): boolean {
  const before = text[place - 1];
  if (before === undefined || !LETTER_OR_DIGIT.test(before)) return true;
  const first = text[place] ?? "";
  return !LETTER_OR_DIGIT.test(first) || (UPPER_CASE.test(first) && LOWER_CASE.test(before));
}

/** A text in parts: matches of the words at the odd places. */
export function splitMatches(text: string, words: readonly string[]): string[] {
  const matches = words
    .flatMap((word) => findWord(text, word).map((start) => ({ start, end: start + word.length })))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of matches) {
    if (start < from) continue;
    parts.push(text.slice(from, start), text.slice(start, end));
    from = end;
  }
  return [...parts, text.slice(from)];
}
