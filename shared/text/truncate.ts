/**
 * Truncation of external text between grapheme clusters, so that no surrogate pair, combining sequence or emoji is split.
 * Lengths count code points. The server, the pages, the CLI and the worker truncate by this file alone.
 */

/** The first characters of a text, up to `max` code points. */
export function firstCharacters(text: string, max: number): string {
  return text.slice(0, boundaryBefore(text, indexOfCodePoint(text, max))).toWellFormed();
}

/** The last characters of a text, up to `max` code points. */
export function lastCharacters(text: string, max: number): string {
  return text.slice(boundaryAfter(text, indexFromEnd(text, max))).toWellFormed();
}

/** A text of up to `max` code points; a longer one ends with an ellipsis. */
export function truncate(text: string, max: number): string {
  return indexOfCodePoint(text, max) === text.length
    ? text.toWellFormed()
    : `${firstCharacters(text, max - 1).trimEnd()}…`;
}

/** The first grapheme cluster of a text; empty without one. */
export function firstCluster(text: string): string {
  const [first] = GRAPHEMES.segment(text.slice(0, MAX_CLUSTER_LENGTH).toWellFormed());
  return first?.segment ?? "";
}

/** The first bytes of UTF-8 text, up to `max` and without part of a character. Bytes that are no UTF-8 stay as they are. */
export function truncateUtf8(bytes: Uint8Array, max: number): Uint8Array {
  if (bytes.length <= max) return bytes;
  let end = max;
  while (end > Math.max(0, max - 3) && isContinuation(bytes[end])) end -= 1;
  return bytes.subarray(0, isContinuation(bytes[end]) ? max : end);
}

/** Longest cluster that is kept whole, in UTF-16 units: stacked marks and joined emoji stay below it, made-up ones do not. */
const MAX_CLUSTER_LENGTH = 64;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const GRAPHEMES = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Index of the n-th code point, at most the length. */
function indexOfCodePoint(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let index = 0;
  for (let left = count; left > 0 && index < text.length; left -= 1) index += unitsAt(text, index);
  return index;
}

/** Index from which `count` code points are left, at least 0. */
function indexFromEnd(text: string, count: number): number {
  let index = text.length;
  for (let left = count; left > 0 && index > 0; left -= 1) {
    index -= index > 1 && unitsAt(text, index - 2) === 2 ? 2 : 1;
  }
  return index;
}

const unitsAt = (text: string, index: number): 1 | 2 => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);

/** Start of the cluster around an index; the index itself between clusters, and within one of more than `MAX_CLUSTER_LENGTH`. */
function boundaryBefore(text: string, index: number): number {
  const cluster = clusterAt(text, index);
  return cluster && cluster.start > 0 ? cluster.start : index;
}

function boundaryAfter(text: string, index: number): number {
  const cluster = clusterAt(text, index);
  return cluster && cluster.end < text.length ? cluster.end : index;
}

/** Cluster around an index, looked for in the text near it alone; null between clusters and within an overlong one. */
function clusterAt(text: string, index: number): { start: number; end: number } | null {
  if (index <= 0 || index >= text.length) return null;
  const from = Math.max(0, index - 2 * MAX_CLUSTER_LENGTH);
  const near = text.slice(from, index + 2 * MAX_CLUSTER_LENGTH);
  const found = GRAPHEMES.segment(near).containing(index - from);
  if (!found || from + found.index === index || found.segment.length > MAX_CLUSTER_LENGTH) return null;
  return { start: from + found.index, end: from + found.index + found.segment.length };
}
