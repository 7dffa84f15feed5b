/** A spreadsheet takes a cell that begins with one of these for a formula, or for what leads to one. */
const FORMULA_START = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

/** One record of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvRecord(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string | null): string {
  if (cell === null) return "";
  const harmless = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
