import { sql } from "drizzle-orm";
import {
  check,
  customType,
  type ExtraConfigColumn,
  type PgColumn,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

/** Primary key: a UUID of version 7, made by the application so that it is known before the write. */
export const id = () => uuid("id").primaryKey();

/** An instant, in UTC, to the millisecond: as exact as JavaScript holds it, so that a cursor made of one is exact. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const createdAt = () => instant("created_at").notNull().defaultNow();

/** A closed set of words kept as text, so that adding one needs no lock on the table's type. */
export function oneOf(name: string, column: PgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`);
}

/** Text that sorts by its bytes, whatever the database's own collation is. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A column of an index as `order by … desc` reads it; Drizzle's own `desc()` puts nulls last, which is another order. */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst();
