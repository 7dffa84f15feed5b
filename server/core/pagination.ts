import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Reader } from "@/db/client.ts";
import { validationFailed } from "@/shared/errors.ts";
import { isUuid } from "@/shared/text/uuid.ts";

const FOREIGN = "must be the nextCursor of a previous page";

/** Page of a list: its rows under their name, and the cursor of the next page. */
export type Page<Name extends string, Row> = Record<Name, Row[]> & { nextCursor: string | null };

export function encodeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Cursor of a list with several orders, with a mark of its order. */
export const markCursor = (order: string, cursor: string | null): string | null =>
  cursor === null ? null : `${order}.${cursor}`;

/** Cursor without its mark. @throws AppError `VALIDATION_FAILED` for a cursor of another order */
export function unmarkCursor(order: string, cursor: string | undefined): string | undefined {
  if (!cursor) return undefined;
  if (!cursor.startsWith(`${order}.`)) throw invalidCursor();
  return cursor.slice(order.length + 1);
}

/** Position in a list ordered by time and id. @throws AppError `VALIDATION_FAILED` */
export function decodeTimeCursor(cursor: string): { at: Date; id: string } {
  const [at, id] = partsOf(cursor, ["string", "string"]) ?? [];
  if (!isInstant(String(at)) || !isUuid(String(id))) throw invalidCursor();
  return { at: new Date(String(at)), id: String(id) };
}

/** Position in a list ordered by a text and id. @throws AppError `VALIDATION_FAILED` */
export function decodeTextCursor(cursor: string): { text: string; id: string } {
  const position = textPositionIn(cursor);
  if (!position) throw invalidCursor();
  return position;
}

/** Position in a list ordered by rank (an integer up to `highest`), time and id. @throws AppError `VALIDATION_FAILED` */
export function decodeRankCursor(cursor: string, highest: number): { rank: number; at: Date; id: string } {
  const [rank, at, id] = partsOf(cursor, ["number", "string", "string"]) ?? [];
  if (!isPosition(rank, highest) || !isInstant(String(at)) || !isUuid(String(id))) throw invalidCursor();
  return { rank: Number(rank), at: new Date(String(at)), id: String(id) };
}

/** Position in a numbered list. @throws AppError `VALIDATION_FAILED` */
export function decodeNumberCursor(cursor: string, highest: number): number {
  const number = numberIn(cursor, highest);
  if (number === null) throw invalidCursor();
  return number;
}

/** Position in a list ordered by a count and id. @throws AppError `VALIDATION_FAILED` */
export function decodeCountCursor(cursor: string): { count: number; id: string } {
  const [count, id] = partsOf(cursor, ["number", "string"]) ?? [];
  if (!isPosition(count, Number.MAX_SAFE_INTEGER) || !isUuid(String(id))) throw invalidCursor();
  return { count: Number(count), id: String(id) };
}

/** Schemas of cursors. An invalid cursor is then reported together with other invalid fields. */
export const TextCursor = z
  .string()
  .refine((cursor) => textPositionIn(cursor) !== null, { message: FOREIGN });
export const numberCursor = (highest: number) =>
  z.string().refine((cursor) => numberIn(cursor, highest) !== null, { message: FOREIGN });

const invalidCursor = () => validationFailed([{ path: "cursor", message: FOREIGN }]);

function textPositionIn(cursor: string): { text: string; id: string } | null {
  const [text, id] = partsOf(cursor, ["string", "string"]) ?? [];
  // PostgreSQL accepts neither of the two in a text.
  const isText = String(text).isWellFormed() && !String(text).includes("\0");
  return isText && isUuid(String(id)) ? { text: String(text), id: String(id) } : null;
}

function numberIn(cursor: string, highest: number): number | null {
  const [number] = partsOf(cursor, ["number"]) ?? [];
  return isPosition(number, highest) ? Number(number) : null;
}

const isPosition = (part: unknown, highest: number): boolean =>
  Number.isInteger(part) && Number(part) >= 0 && Number(part) <= highest;

/** Timestamp as `toISOString` writes it, with a year from 1 to 9999: PostgreSQL parses no others. */
function isInstant(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !text.startsWith("0000") && !Number.isNaN(Date.parse(text))
  );
}

function partsOf(cursor: string, kinds: readonly ("string" | "number")[]): unknown[] | null {
  const parts = parse(cursor);
  const matches =
    Array.isArray(parts) &&
    parts.length === kinds.length &&
    parts.every((part, i) => typeof part === kinds[i]);
  return matches ? parts : null;
}

function parse(cursor: string): unknown {
  const bytes = Buffer.from(cursor, "base64url");
  if (bytes.toString("base64url") !== cursor) return null;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

/**
 * Keyset condition of a list in descending order. A row comparison, so that the index on both columns is used.
 * @throws AppError `VALIDATION_FAILED`
 */
export function olderThan(
  cursor: string | undefined,
  at: PgColumn | SQL,
  id: PgColumn | SQL,
): SQL | undefined {
  if (!cursor) return undefined;
  const position = decodeTimeCursor(cursor);
  return sql`(${at}, ${id}) < (${position.at.toISOString()}::timestamptz, ${position.id}::uuid)`;
}

/**
 * Keyset condition of a list in descending order of a count.
 * @throws AppError `VALIDATION_FAILED`
 */
export function fewerThan(cursor: string | undefined, count: PgColumn, id: PgColumn): SQL | undefined {
  if (!cursor) return undefined;
  const position = decodeCountCursor(cursor);
  return sql`(${count}, ${id}) < (${position.count}::bigint, ${position.id}::uuid)`;
}

/**
 * Keyset condition of a list in ascending order of a text.
 * @throws AppError `VALIDATION_FAILED`
 */
export function laterThan(cursor: string | undefined, text: SQL, id: PgColumn | SQL): SQL | undefined {
  if (!cursor) return undefined;
  const position = decodeTextCursor(cursor);
  return sql`(${text}, ${id}) > (${position.text}::text, ${position.id}::uuid)`;
}

/**
 * Page of `limit` rows, with the cursor of the next page. The caller reads one row more than `limit`, which shows that
 * there is a next page.
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => (Date | string | number)[],
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { shown, nextCursor: null };
  const parts = positionOf(last).map((part) => (part instanceof Date ? part.toISOString() : part));
  return { shown, nextCursor: encodeCursor(...parts) };
}

/** Position of a page in its list, for "26–50 of 263" and the link to the page before. */
export interface PagePosition {
  total: number;
  skipped: number;
  /** Cursor of the page before. Null on the first two pages, as the first page has no cursor. */
  previousCursor: string | null;
}

interface PageOfList {
  /**
   * Query for the sort key and ID of all rows of the list, in any order. All are counted, so the list must be bounded.
   */
  list: SQLWrapper;
  order: "newest-first" | "by-text";
  cursor: string | undefined;
  limit: number;
}

/**
 * Counts a list and finds the page before the one at `cursor`, in one statement.
 * @throws AppError `VALIDATION_FAILED` for an invalid cursor
 */
export async function readPagePosition(tx: Reader, page: PageOfList): Promise<PagePosition> {
  const { list, order, cursor, limit } = page;
  const { isAfter, backwards, toKey } = ORDERS[order];
  const isOnOrAfterPage = isAfter(cursor);
  const [row] = await tx.execute<PositionRow>(sql`
    with list(key, id) as (${list.getSQL()}),
      earlier as (select key, id from list where ${isOnOrAfterPage ? sql`not ${isOnOrAfterPage}` : sql`false`}),
      previous as (select key, id from earlier order by ${backwards} offset ${limit} limit 1)
    select counted.total, counted.skipped, previous.key, previous.id
    from (select (select count(*)::int from list) as total, (select count(*)::int from earlier) as skipped) as counted
    left join previous on true`);
  const { total = 0, skipped = 0, key, id } = row ?? {};
  return { total, skipped, previousCursor: key && id ? encodeCursor(toKey(key), id) : null };
}

type PositionRow = { total: number; skipped: number; key: string | null; id: string | null };

const KEY = sql`key`;
const ID = sql`id`;

const ORDERS: Record<
  PageOfList["order"],
  { isAfter: (cursor: string | undefined) => SQL | undefined; backwards: SQL; toKey: (key: string) => string }
> = {
  "newest-first": {
    isAfter: (cursor) => olderThan(cursor, KEY, ID),
    backwards: sql`key, id`,
    toKey: (key) => new Date(key).toISOString(),
  },
  "by-text": {
    isAfter: (cursor) => laterThan(cursor, KEY, ID),
    backwards: sql`key desc, id desc`,
    toKey: (key) => key,
  },
};
