import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * A row by the names of its columns, to be told as JSON to a function of the database that stores it as it is. What is
 * null is left out.
 */
export function namedRow<T extends PgTable>(
  table: T,
  row: Partial<T["$inferSelect"]>,
): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, name] of columnsOf(table)) {
    const value = row[key as keyof typeof row] ?? null;
    if (value !== null) named[name] = value;
  }
  return named;
}

/** The names of a table's columns, here and in the database. */
function columnsOf(table: PgTable): [key: string, name: string][] {
  const known = columns.get(table);
  if (known) return known;
  const read = Object.entries(getTableColumns(table)).map(([key, { name }]): [string, string] => [key, name]);
  columns.set(table, read);
  return read;
}

const columns = new WeakMap<PgTable, [key: string, name: string][]>();
