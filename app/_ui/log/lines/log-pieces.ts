import type { LogLine } from "./parse-log";

/** Part of a line with one appearance. `href` is the link that it is part of. */
export type LogPiece = { text: string; look: string; isMatch: boolean; href: string | undefined };

/** Part of a line, by UTF-16 units. */
export type TextRange = readonly [start: number, end: number];

/** Pieces of a line from unit `from` on, split where a color, a match or a link begins and ends. */
export function toPieces(
  { text, spans }: Pick<LogLine, "text" | "spans">,
  matches: readonly TextRange[],
  from = 0,
): LogPiece[] {
  const links = findLinks(text);
  const pieces: LogPiece[] = [];
  let start = 0;
  for (const span of spans ?? [{ text, look: "" }]) {
    const end = start + span.text.length;
    const isInside = (at: number) => at > Math.max(start, from) && at < end;
    const cuts = [...matches, ...links.map(({ range }) => range)].flat().filter(isInside);
    const bounds = [Math.max(start, from), ...new Set(cuts.sort((a, b) => a - b)), end];
    for (const [index, first] of bounds.slice(0, -1).entries()) {
      const contains = ([begin, stop]: TextRange) => first >= begin && first < stop;
      pieces.push({
        text: text.slice(first, bounds[index + 1]),
        look: span.look,
        isMatch: matches.some(contains),
        href: links.find(({ range }) => contains(range))?.href,
      });
    }
    start = end;
  }
  return pieces.filter((piece) => piece.text !== "");
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"'`\\|{}^]{1,2000}/gi;
/** Punctuation at the end of a URL, which is that of the sentence. */
const PUNCTUATION = ".,;:!?*…)]";

/** URLs in a text; http and https alone, so that a log cannot run a script. */
export function findLinks(text: string): { range: TextRange; href: string }[] {
  if (!text.includes("://")) return [];
  return [...text.matchAll(URL_IN_TEXT)].flatMap(({ index, 0: found }) => {
    let end = found.length;
    while (PUNCTUATION.includes(found[end - 1] ?? " ") && !closesParenthesis(found.slice(0, end))) end -= 1;
    const href = found.slice(0, end);
    return URL.canParse(href) ? [{ range: [index, index + end] as const, href }] : [];
  });
}

const closesParenthesis = (url: string): boolean =>
  (url.endsWith(")") && url.includes("(")) || (url.endsWith("]") && url.includes("["));
