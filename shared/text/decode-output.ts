/**
 * Output in UTF-16, as programs of Windows print it into streams that are read as UTF-8. It is recognized by NUL behind or
 * before each of several letters; one stream may have both, as each program prints its own.
 */

/** Letters with NUL from which on output is UTF-16. */
const LITTLE_ENDIAN = /(?:\xff\xfe|\ufffd\ufffd)?(?:[^\0\xff\ufffd]\0){3}/;
const BIG_ENDIAN = /(?:\xfe\xff|\ufffd\ufffd)?(?:\0[^\0]){3}/;
const MIN_LENGTH = 6;
/** ASCII without NUL that ends UTF-16. In Chinese text as much of it is unlikely. */
const PLAIN_LENGTH = 8;
const PLAIN = /^[\t\n\r\x20-\x7e]+$/;

type Order = "little" | "big";

export interface DecodeState {
  /** Byte order of the UTF-16 in which the output goes on; null in UTF-8. */
  order: Order | null;
  /** End of the output that is decoded with the next chunk. */
  rest: string;
}

export const NOTHING_DECODED: DecodeState = { order: null, rest: "" };

/** Part of the output, either decoded from UTF-16 or as it was. */
interface Part {
  text: string;
  isDecoded: boolean;
}

/**
 * Splits output, one character for each byte or for each character of UTF-8, into UTF-16, which is decoded, and the rest.
 * Without a state the text is a whole.
 */
function split(chunk: string, before: DecodeState, isEnd: boolean): { parts: Part[]; after: DecodeState } {
  const parts: Part[] = [];
  let { order } = before;
  let text = before.rest + chunk;
  while (text !== "") {
    if (order) {
      const { decoded, left, isOver } = decodeRun(text, order, isEnd);
      if (decoded !== "") parts.push({ text: decoded, isDecoded: true });
      text = left;
      if (!isOver) break;
      order = null;
      // The second half of a letter whose first one was taken for the end.
      if (text.startsWith("\0")) text = text.slice(1);
      continue;
    }
    const start = findStart(text);
    const end = start ? start.at : isEnd ? text.length : findHold(text);
    if (end > 0) parts.push({ text: text.slice(0, end), isDecoded: false });
    text = text.slice(end);
    if (!start) break;
    order = start.order;
    text = text.slice(start.markLength);
  }
  return { parts, after: isEnd ? NOTHING_DECODED : { order, rest: text } };
}

/** Place where UTF-16 begins. */
function findStart(text: string): { at: number; order: Order; markLength: number } | null {
  if (!text.includes("\0")) return null;
  const [little, big] = [LITTLE_ENDIAN.exec(text), BIG_ENDIAN.exec(text)];
  if (!little && !big) return null;
  const order: Order = little && (!big || little.index <= big.index) ? "little" : "big";
  const match = order === "little" ? little : big;
  if (!match) return null;
  return { at: match.index, order, markLength: match[0].length - MIN_LENGTH };
}

/** Position from which on a text without UTF-16 may be the beginning of it, as far as NUL or a mark shows. */
function findHold(text: string): number {
  const at = text.slice(-MIN_LENGTH - 1).search(/\0|[\xfe\xff]{1,2}$/);
  return at < 0 ? text.length : Math.max(0, Math.max(0, text.length - MIN_LENGTH - 1) + at - 3);
}

function decodeRun(text: string, order: Order, isEnd: boolean) {
  const letters: string[] = [];
  let at = 0;
  for (; at + 1 < text.length; at += 2) {
    const [low, high] = order === "little" ? [at, at + 1] : [at + 1, at];
    const [lowUnit, highUnit] = [text.charCodeAt(low), text.charCodeAt(high)];
    if (highUnit !== 0) {
      const next = text.slice(at, at + PLAIN_LENGTH);
      if (next.length < PLAIN_LENGTH && !isEnd && PLAIN.test(next)) break;
      if (PLAIN.test(next) || lowUnit > 0xff || highUnit > 0xff) {
        return { decoded: letters.join(""), left: text.slice(at), isOver: true };
      }
    }
    letters.push(highUnit === 0 ? (text[low] ?? "") : String.fromCharCode(lowUnit | (highUnit << 8)));
  }
  if (!isEnd) return { decoded: letters.join(""), left: text.slice(at), isOver: false };
  const last = text.slice(at).replace("\0", "");
  return { decoded: letters.join("") + last, left: "", isOver: false };
}

const joinParts = (parts: readonly Part[]): string => parts.map(({ text }) => text).join("");

/** Text of a worker that read UTF-16 as UTF-8, decoded. */
export const decodeText = (text: string): string =>
  text.includes("\0") ? joinParts(split(text, NOTHING_DECODED, true).parts) : text;

/** Next chunk of such a text. */
export function decodeTextChunk(chunk: string, before: DecodeState): { text: string; after: DecodeState } {
  if (before.order === null && before.rest === "" && !chunk.includes("\0"))
    return { text: chunk, after: before };
  const { parts, after } = split(chunk, before, false);
  return { text: joinParts(parts), after };
}

/** End of such a text. */
export const decodeTextEnd = (before: DecodeState): string => joinParts(split("", before, true).parts);

/** Decoder of the bytes of a stream in UTF-8 and UTF-16. */
export function createOutputDecoder() {
  let state = NOTHING_DECODED;
  let held = "";
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  const decode = (chunk: string, isEnd: boolean): string => {
    const { parts, after } = split(chunk, state, isEnd);
    state = after;
    const texts = parts.map(({ text, isDecoded }) =>
      isDecoded ? utf8.decode() + text : utf8.decode(Buffer.from(text, "latin1"), { stream: true }),
    );
    return texts.join("") + (isEnd ? utf8.decode() : "");
  };
  return {
    write: (bytes: Uint8Array): string => {
      const chunk = held + Buffer.from(bytes).toString("latin1");
      // NUL may follow the last letter.
      held = /[^\n\0]$/.exec(chunk)?.[0] ?? "";
      return decode(held === "" ? chunk : chunk.slice(0, -1), false);
    },
    end: (): string => decode(held, true),
  };
}
