import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { decodeTimeCursor, encodeCursor } from "./pagination.ts";

/**
 * What comes after a cursor in a list that begins with the newest. Compared as one row, so that the index which sorts
 * by both columns is entered at that place. @throws AppError `VALIDATION_FAILED`
 */
export function olderThan(cursor: string | undefined, at: PgColumn, id: PgColumn): SQL | undefined {
  if (!cursor) return undefined;
  const position = decodeTimeCursor(cursor);
  return sql`(${at}, ${id}) < (${position.at.toISOString()}::timestamptz, ${position.id}::uuid)`;
}

/** The rows of a page out of one more than it may have, and where the next page begins. */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => [at: Date, id: string],
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { shown, nextCursor: null };
  const [at, id] = positionOf(last);
  return { shown, nextCursor: encodeCursor(at.toISOString(), id) };
}
