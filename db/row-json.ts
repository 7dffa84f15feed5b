import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** A row by the names of its columns, to be told as JSON to a function of the database that stores it as it is. */
export function rowOf<T extends PgTable>(table: T, row: Partial<T["$inferSelect"]>): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, { name }] of Object.entries(getTableColumns(table))) {
    named[name] = row[key as keyof typeof row] ?? null;
  }
  return named;
}
