/** The server's own bound on what is searched for, in characters. */
export const LONGEST_SEARCH = 100;

/** What somebody searches for, as far as the server would take it: without control characters, and not too long. */
export function searchTextOf(text = ""): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  return [...plain].slice(0, LONGEST_SEARCH).join("").trim();
}
