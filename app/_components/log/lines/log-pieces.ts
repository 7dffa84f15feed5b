import type { LogLine } from "./parse-log.ts";

/** Part of a line with one appearance. `href` is the link that it is part of. */
export type LogPiece = { text: string; look: string; isMatch: boolean; href: string | undefined };

/** Part of a line, by UTF-16 units. */
export type TextRange = readonly [start: number, end: number];

/** Pieces and marked matches of a line that are shown apart: a browser takes seconds for the elements of more. */
const MAX_PIECES = 2_000;
const MAX_MARKS = 500;

/** Pieces of a line from unit `from` on, split where a color, a match or a link begins and ends. The end of an endless line is one piece. */
export function toPieces(
  { text, spans }: Pick<LogLine, "text" | "spans">,
  matches: readonly TextRange[],
  from = 0,
): LogPiece[] {
  const links = findLinks(text);
  const marks = matches.slice(0, MAX_MARKS);
  const looks = toLooks(spans ?? [{ text, look: "" }]);
  const ranges = [...looks, ...links].map(({ range }) => range);
  const cuts = [...ranges, ...marks].flat().filter((at) => at > from && at < text.length);
  const bounds = [from, ...new Set(cuts.sort((a, b) => a - b)), text.length].slice(0, MAX_PIECES + 1);
  const [lookAt, markAt, linkAt] = [
    createCursor(looks),
    createCursor(marks.map((range) => ({ range }))),
    createCursor(links),
  ];
  const pieces = bounds.slice(0, -1).map((first, index) => ({
    text: text.slice(first, bounds[index + 1]),
    look: lookAt(first)?.look ?? "",
    isMatch: markAt(first) !== undefined,
    href: linkAt(first)?.href,
  }));
  pieces.push({ text: text.slice(bounds.at(-1)), look: "", isMatch: false, href: undefined });
  return pieces.filter((piece) => piece.text !== "");
}

function toLooks(spans: readonly { text: string; look: string }[]): { range: TextRange; look: string }[] {
  let start = 0;
  return spans.map(({ text, look }) => {
    const range = [start, start + text.length] as const;
    start += text.length;
    return { range, look };
  });
}

/** Finds, for ascending positions, the one of ascending ranges that contains a position. */
function createCursor<T extends { range: TextRange }>(entries: readonly T[]): (at: number) => T | undefined {
  let next = 0;
  return (at) => {
    while ((entries[next]?.range[1] ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const entry = entries[next];
    return entry && entry.range[0] <= at ? entry : undefined;
  };
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
