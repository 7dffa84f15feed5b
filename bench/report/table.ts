/** A table in Markdown whose columns also line up in a terminal; all but the first are numbers. */
export function formatTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

const pad = (cell: string, column: number, width: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width);
