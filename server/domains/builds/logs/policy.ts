import type { LogArrival } from "@/db/schema/build-logs.ts";
import { MAX_LOG_BYTES } from "@/shared/bounds.ts";
import type { TextArrival } from "./view.ts";

/** Time after the end of a build in which its worker may append to the log. */
export const LATE_OUTPUT_WINDOW_MS = 30_000;

/** End of a log: its build ended at least `LATE_OUTPUT_WINDOW_MS` ago, so that no more output is accepted. */
export const isOutputLate = (finishedAt: Date | null, now: Date): boolean =>
  finishedAt !== null && finishedAt.getTime() + LATE_OUTPUT_WINDOW_MS < now.getTime();

export type ChunkPlacement =
  | { kind: "gap" }
  | { kind: "duplicate" }
  | { kind: "new"; bytes: Uint8Array; isTruncated: boolean };

/**
 * Placement of a chunk from byte `offset` after `receivedBytes`. A worker that lost the response sends a chunk again,
 * perhaps with more output; only bytes not yet received are new.
 */
export function placeChunk(receivedBytes: number, offset: number, chunk: Uint8Array): ChunkPlacement {
  if (offset > receivedBytes) return { kind: "gap" };
  const fresh = chunk.subarray(Math.min(receivedBytes - offset, chunk.byteLength));
  if (fresh.byteLength === 0) return { kind: "duplicate" };
  const kept = cutAtCharacter(fresh, MAX_LOG_BYTES - receivedBytes);
  return { kind: "new", bytes: kept, isTruncated: kept.byteLength < fresh.byteLength };
}

/** Limit of the arrivals of a log: half a day of output in every second. */
const MAX_ARRIVALS = 43_200;

/** Arrivals within the limit: more are thinned, so that their times become less exact. */
export function limitArrivals(arrivals: LogArrival[]): LogArrival[] {
  let kept = arrivals;
  while (kept.length > MAX_ARRIVALS) kept = kept.filter((_, index) => index % 2 === 0);
  return kept;
}

/**
 * Arrivals in a slice of a log that begins at byte `start`, by the position in its text. The first is that of the output
 * in which the slice begins.
 */
export function placeArrivals(arrivals: LogArrival[], start: number, bytes: Uint8Array): TextArrival[] {
  const placed: TextArrival[] = [];
  let at = 0;
  let position = 0;
  for (const [startByte, seconds] of arrivals) {
    const target = startByte - start;
    if (target >= bytes.byteLength) break;
    for (; at < target; at += 1) position += countUnits(bytes[at]);
    if (placed.at(-1)?.[0] === position) placed.pop();
    if (placed.at(-1)?.[1] !== seconds) placed.push([position, seconds]);
  }
  return placed;
}

/** UTF-16 units of a character by its first byte in UTF-8; 0 for the other bytes. */
const countUnits = (byte: number | undefined): number =>
  isContinuation(byte) ? 0 : (byte ?? 0) >= 0xf0 ? 2 : 1;

/** The first `limit` bytes at most, cut at a character boundary. */
export function cutAtCharacter(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.byteLength <= limit) return bytes;
  let end = Math.max(0, limit);
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

/** Continuation byte of UTF-8. */
export const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;

export interface ErrorLogPlace {
  /** Lines before its first one. */
  offset: number;
  /** Its text beyond the build log. */
  rest: string;
  /** It does not continue the build log. */
  isSeparate: boolean;
}

/**
 * Place of an error log: mostly it is the end of the build log, or goes on where that one stops. Otherwise it follows the
 * build log as a part of its own.
 */
export function placeErrorLog(printed: string, errorLog: string): ErrorLogPlace {
  // A report cannot hold NUL.
  const buildLog = printed.replaceAll("\0", "\uFFFD");
  const text = errorLog.trimEnd();
  if (text === "") return { offset: countLines(buildLog), rest: "", isSeparate: false };
  const endAt = Math.max(0, buildLog.length - text.length - MAX_OUTPUT_AFTER);
  const { foundAt, overlap } = findText(buildLog.slice(endAt), text);
  if (foundAt >= 0) {
    return { offset: countLines(buildLog.slice(0, endAt + foundAt)), rest: "", isSeparate: false };
  }
  const start = buildLog.length - overlap;
  const isAtLine = start === 0 || buildLog[start - 1] === "\n";
  if (overlap > 0 && (isAtLine || overlap >= MIN_OVERLAP_INSIDE_LINE)) {
    return { offset: countLines(buildLog.slice(0, start)), rest: errorLog.slice(overlap), isSeparate: false };
  }
  const gap = buildLog === "" || buildLog.endsWith("\n") ? "" : "\n";
  return {
    offset: countLines(buildLog + gap),
    rest: gap + errorLog,
    isSeparate: buildLog !== "",
  };
}

/** Output after that of an error log in which the error log is still found, in UTF-16 units: a longer search would be seen. */
export const MAX_OUTPUT_AFTER = 1_048_576;
/** Overlap that is no chance although it begins inside a line, as that of an error log cut to a number of bytes. */
const MIN_OVERLAP_INSIDE_LINE = 200;

/**
 * Last place of a text in a log, -1 without one, and the length of the longest end of the log that the text begins with. Linear
 * in both, by the prefix function of Knuth, Morris and Pratt: `lastIndexOf` takes minutes for a log that repeats itself.
 */
export function findText(log: string, text: string): { foundAt: number; overlap: number } {
  const borders = new Int32Array(text.length);
  const advance = (length: number, unit: number): number => {
    let matched = length;
    while (matched > 0 && text.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    return text.charCodeAt(matched) === unit ? matched + 1 : 0;
  };
  for (let at = 1; at < text.length; at += 1) {
    borders[at] = advance(borders[at - 1] ?? 0, text.charCodeAt(at));
  }
  let [foundAt, matched] = [-1, 0];
  for (let at = 0; at < log.length; at += 1) {
    const length = matched === text.length ? (borders[matched - 1] ?? 0) : matched;
    matched = advance(length, log.charCodeAt(at));
    if (matched === text.length) foundAt = at + 1 - text.length;
  }
  return { foundAt, overlap: matched };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
