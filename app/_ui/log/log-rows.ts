import { WIDE } from "@/server/terminal-output/policy";
import type { LogLine } from "./parse-log";

/** Fixed row height, so that positions are computed without measuring. */
export const ROW_HEIGHT_PX = 20;
const TAB_CELLS = 4;

/** First row of each line; the last entry is the number of rows. */
export type RowStarts = Int32Array;

/** `columns` is the number of characters per row; undefined without line wrap. */
export function toRowStarts(lines: LogLine[], columns: number | undefined): RowStarts {
  const starts = new Int32Array(lines.length + 1);
  for (const [index, { text }] of lines.entries()) {
    const rows = columns ? Math.max(1, Math.ceil(countCells(text) / columns)) : 1;
    starts[index + 1] = (starts[index] ?? 0) + rows;
  }
  return starts;
}

/** Line of a row, by binary search. */
export function lineAtRow(starts: RowStarts, row: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, Math.max(0, starts.length - 2));
}

/** Width of the widest line, in cells. */
export function measureWidestLine(lines: LogLine[]): number {
  return lines.reduce((widest, { text }) => Math.max(widest, countCells(text)), 0);
}

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
