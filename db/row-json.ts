import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** A row as JSON by the names of its columns, for a function of the database that stores it as it is. */
export function rowJson<T extends PgTable>(table: T, row: Partial<T["$inferSelect"]>): string {
  const columns = Object.entries(getTableColumns(table));
  return JSON.stringify(
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key as keyof typeof row] ?? null])),
  );
}
