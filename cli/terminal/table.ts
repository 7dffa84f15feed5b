import { stripVTControlCharacters } from "node:util";
import { oneLine } from "./harmless.ts";

/** One cell: its text, perhaps coloured, and the side that it keeps to. */
export interface Column {
  title: string;
  isRight?: boolean;
  /** Left out where the table would be too wide. */
  isOptional?: boolean;
}

const GAP = "  ";

/** The table that `width` columns of a terminal can hold, if leaving out what is optional helps. */
export function fitTable(
  columns: Column[],
  rows: string[][],
  dim: (text: string) => string,
  width: number,
): string {
  const table = formatTable(columns, rows, dim);
  const optional = columns.findLastIndex((column) => column.isOptional);
  if (optional < 0 || table.split("\n").every((line) => widthOf(line) <= width)) return table;
  const without = <T>(cells: T[]): T[] => cells.filter((_, index) => index !== optional);
  return fitTable(without(columns), rows.map(without), dim, width);
}

/** Columns wide enough for what stands in them, the titles above; nothing is cut. */
export function formatTable(columns: Column[], given: string[][], dim: (text: string) => string): string {
  const rows = given.map((row) => row.map(oneLine));
  const titles = columns.map(({ title }) => title);
  const widths = columns.map((_, index) =>
    Math.max(...[titles, ...rows].map((row) => widthOf(row[index] ?? ""))),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => {
        const padding = " ".repeat((widths[index] ?? 0) - widthOf(cell));
        return columns[index]?.isRight ? padding + cell : cell + padding;
      })
      .join(GAP)
      .trimEnd();
  const head = titles.some((title) => title !== "") ? [dim(line(titles))] : [];
  return [...head, ...rows.map(line)].join("\n");
}

/** Names and values below each other. A value of several lines stays in its column, so that none passes for a name. */
export function formatFacts(facts: [name: string, value: string][], dim: (text: string) => string): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  const nextLine = `\n${" ".repeat(width)}${GAP}`;
  return facts
    .map(([name, value]) => dim(name.padEnd(width)) + GAP + value.replaceAll(/\r?\n/g, nextLine))
    .join("\n");
}

/** Code points, which is near enough to columns for what the product's names allow. */
export function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
