/**
 * Letters by which texts are compared with secrets: all characters but escapes and breaks, which programs insert anywhere,
 * and what a wrong decoder leaves. As a terminal shows them, also without codes of colors, styles and links.
 */

export const ESCAPE = "\u001b";
const SKIPPED = /[\\\t\r\n\0\ufffd\ufeff]+/g;
const SKIPPED_OR_ESCAPE = new RegExp(`[\\\\\\t\\r\\n\\0\\ufffd\\ufeff]+|${ESCAPE}`, "g");
const [BELL, BACKSLASH] = ["\u0007", "\\"];
const [MAX_PARAMETERS, MAX_INTERMEDIATES, MAX_LINK_LENGTH] = [64, 4, 2_048];
const MAX_CODE_LENGTH = MAX_LINK_LENGTH + 4;

/** Text without the characters that comparisons skip. */
export const lettersOf = (text: string): string => text.replace(SKIPPED, "");

/** Parts between the letters of a text, from the first unit to behind the last one. */
export function* findGaps(text: string, hasCodes: boolean): Generator<[start: number, end: number]> {
  if (!hasCodes) {
    for (const { index, 0: skipped } of text.matchAll(SKIPPED)) yield [index, index + skipped.length];
    return;
  }
  let codeEnd = 0;
  for (const { index, 0: skipped } of text.matchAll(SKIPPED_OR_ESCAPE)) {
    // A link ends with an escape of its own.
    const [start, end] = [Math.max(codeEnd, index), index + skipped.length];
    if (end <= start) continue;
    if (skipped !== ESCAPE) yield [start, end];
    else {
      codeEnd = findCodeEnd(text, index);
      if (codeEnd > 0 && codeEnd <= text.length) yield [index, codeEnd];
      else codeEnd = 0;
    }
  }
}

/** Start of an escape code that continues in the next chunk; the end of the text without one. */
export function findOpenCode(text: string): number {
  let at = text.indexOf(ESCAPE, Math.max(0, text.length - MAX_CODE_LENGTH));
  while (at >= 0) {
    if (findCodeEnd(text, at) > text.length) return at;
    at = text.indexOf(ESCAPE, at + 1);
  }
  return text.length;
}

/** End of the escape code at a position: beyond the text if it continues there, 0 if there is none. */
function findCodeEnd(text: string, start: number): number {
  const open = text.length + 1;
  const kind = text.charAt(start + 1);
  const from = start + 2;
  if (kind === "[") {
    const intermediates = skip(text, from, MAX_PARAMETERS, "0", "?");
    const final = skip(text, intermediates, MAX_INTERMEDIATES, " ", "/");
    return isWithin(text.charAt(final), "@", "~") ? final + 1 : final < text.length ? 0 : open;
  }
  if (kind === "(" || kind === ")") {
    const set = text.charAt(from);
    return isWithin(set, "0", "9") || isWithin(set, "A", "Z") ? from + 1 : set === "" ? open : 0;
  }
  if (kind !== "]") return kind === "" ? open : 0;
  const limit = Math.min(text.length, from + MAX_LINK_LENGTH);
  let at = from;
  while (at < limit && text[at] !== BELL && text[at] !== ESCAPE) at++;
  if (at === text.length) return open;
  if (text[at] === BELL) return at + 1;
  if (text[at] !== ESCAPE) return 0;
  return at + 1 === text.length ? open : text[at + 1] === BACKSLASH ? at + 2 : 0;
}

const isWithin = (character: string, first: string, last: string): boolean =>
  first <= character && character <= last;

function skip(text: string, from: number, count: number, first: string, last: string): number {
  let at = from;
  while (at < from + count && isWithin(text.charAt(at), first, last)) at++;
  return at;
}
