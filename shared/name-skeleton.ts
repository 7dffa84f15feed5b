import unhomoglyph from "unhomoglyph";

/**
 * Characters by the letter that they resemble, as far as Unicode's table of confusable characters does not say so: digits and
 * signs instead of letters, i and l, and small capitals, to which that table maps Cyrillic letters.
 */
const CONFUSABLE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["l", "1iʟɪ!|"],
    ["o", "0"],
    ["s", "5$"],
    ["a", "4@ᴀ"],
    ["e", "3ꞓᴇ"],
    ["b", "8ƅʙ"],
    ["g", "9ɢ"],
    ["z", "2"],
    ["t", "7ᴛ"],
    ["c", "ς"],
    ["p", "ᴘ"],
    ["x", "χ"],
    ["k", "ĸ"],
    ["h", "ʜ"],
    ["j", "ᴊ"],
    ["n", "πɴ"],
    ["m", "ʍ"],
    ["u", "ц"],
    ["w", "ω"],
    ["d", "ᴅ"],
    ["r", "ʀ"],
    ["f", "ꜰ"],
  ].flatMap(([plain = "", others = ""]) => [...others].map((other) => [other, plain])),
);

/** First code points of alphabets of symbols that have no decomposition: regional indicators, negative circled and squared. */
const SYMBOL_ALPHABETS = [0x1f1e6, 0x1f150, 0x1f170];

/** Letter that a symbol draws, such as "C" of a regional indicator; other characters stay. */
function letterOfSymbol(symbol: string): string {
  const code = symbol.codePointAt(0) ?? 0;
  const start = SYMBOL_ALPHABETS.find((first) => code >= first && code < first + 26);
  return start === undefined ? symbol : String.fromCharCode(0x61 + code - start);
}

const MAX_SKELETON_LENGTH = 64;

/**
 * Skeleton of a name (as in UTS #39, without case and marks): equal for names that look the same. Capitals are mapped before
 * they become small: a Greek capital eta looks like an H, a small one like an n.
 */
export function skeletonOf(name: string): string {
  const letters = [...name].map(letterOfSymbol).join("").normalize("NFKD");
  const folded = unhomoglyph(letters)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|!$@]/gu, "");
  const plain = [...folded].map((letter) => CONFUSABLE[letter] ?? letter).join("");
  return plain
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll("cl", "d")
    .slice(0, MAX_SKELETON_LENGTH);
}

/** Columns of a user or tenant that follow from the name. */
export const namedAs = (name: string): { name: string; nameSkeleton: string } => ({
  name,
  nameSkeleton: skeletonOf(name),
});
