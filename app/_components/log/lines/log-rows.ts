import { WIDE } from "@/shared/build-log/terminal.ts";
import type { LogLine } from "./parse-log.ts";

/** Fixed row height, so that positions are computed without measuring. */
export const ROW_HEIGHT_PX = 20;
const TAB_CELLS = 4;

/** First row of each shown line; the last entry is the number of rows. */
export type RowStarts = Int32Array;

/**
 * @param columns number of characters per row; undefined without line wrap
 * @param headers lines that take one row in any case
 */
export function toRowStarts(
  lines: readonly LogLine[],
  shown: Int32Array,
  columns?: number,
  headers?: ReadonlyMap<number, unknown>,
): RowStarts {
  const starts = new Int32Array(shown.length + 1);
  for (let at = 0; at < shown.length; at += 1) {
    const line = shown[at] ?? 0;
    const isWrapped = columns !== undefined && !headers?.has(line);
    const rows = isWrapped ? Math.max(1, Math.ceil((lines[line]?.cells ?? 0) / columns)) : 1;
    starts[at + 1] = (starts[at] ?? 0) + rows;
  }
  return starts;
}

/** Index of the last entry of an ascending list that is at most `value`; 0 if none is. */
export function findLastUpTo(ascending: Int32Array, value: number): number {
  let low = 0;
  let high = Math.max(0, ascending.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Shown line of a row. */
export const lineAtRow = (starts: RowStarts, row: number): number =>
  Math.min(findLastUpTo(starts, row), Math.max(0, starts.length - 2));

/** Width of the widest line, in cells. */
export const measureWidestLine = (lines: readonly LogLine[]): number =>
  lines.reduce((widest, { cells }) => Math.max(widest, cells), 0);

/** Width of a text in cells of a monospaced font: tabs reach the next stop, East Asian characters take two cells. */
export function countCells(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let cells = 0;
  for (const character of text) {
    if (character === "\t") cells += TAB_CELLS - (cells % TAB_CELLS);
    else cells += WIDE.test(character) ? 2 : 1;
  }
  return cells;
}
