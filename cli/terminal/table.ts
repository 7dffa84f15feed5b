import { isolateName, sanitizeLine } from "./sanitize.ts";
import { getWidth } from "./style.ts";

export interface Column {
  title: string;
  isRight?: boolean;
  /** Dropped when the table is wider than the terminal. */
  isOptional?: boolean;
}

const GAP = "  ";

/** Table without cut cells. Optional columns are dropped from the right until it fits into `maxWidth`. */
export function formatTable(
  columns: Column[],
  rows: string[][],
  dim: (text: string) => string,
  maxWidth = Number.POSITIVE_INFINITY,
): string {
  const lines = layOut(columns, rows, dim);
  const dropped = columns.findLastIndex((column) => column.isOptional);
  if (dropped < 0 || lines.every((line) => getWidth(line) <= maxWidth)) return lines.join("\n");
  const without = <T>(cells: T[]): T[] => cells.toSpliced(dropped, 1);
  return formatTable(without(columns), rows.map(without), dim, maxWidth);
}

function layOut(columns: Column[], rows: string[][], dim: (text: string) => string): string[] {
  const titles = columns.map(({ title }) => title);
  const [head = [], ...body] = [titles, ...rows].map((row) =>
    row.map((cell) => isolateName(sanitizeLine(cell))),
  );
  const widths = columns.map((_, index) =>
    Math.max(...[head, ...body].map((row) => getWidth(row[index] ?? ""))),
  );
  const pad = (cell: string, index: number) => {
    const padding = " ".repeat((widths[index] ?? 0) - getWidth(cell));
    return columns[index]?.isRight ? padding + cell : cell + padding;
  };
  const format = (cells: string[]) => cells.map(pad).join(GAP).trimEnd();
  return [dim(format(head)), ...body.map(format)];
}

/** Label and value of a key-value list; a field without a value is left out. */
export type Field = [label: string, value: string | null | undefined];

/** Key-value list. Further lines of a value are indented, so that none looks like a label. */
export function formatFields(fields: Field[], dim: (text: string) => string): string {
  const present = fields.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  const width = Math.max(...present.map(({ label }) => label.length));
  const indent = `\n${" ".repeat(width)}${GAP}`;
  return present
    .map(({ label, value }) => dim(label.padEnd(width)) + GAP + value.replaceAll(/\r?\n/g, indent))
    .join("\n");
}
