import { eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect } from "drizzle-orm/pg-core";
import { containsPattern, isUuid } from "./text.ts";

/** What has the text anywhere in one of its columns, or is what a whole id names; nothing finds all. */
export function matchesText(search: string, id: PgColumn, ...texts: PgColumn[]): SQL | undefined {
  if (search === "") return undefined;
  const named = search.toLowerCase();
  return or(
    ...texts.map((text) => ilike(text, containsPattern(search))),
    isUuid(named) ? eq(id, named) : undefined,
  );
}

/** The words that were chosen of a closed vocabulary, or all of it, as an array that PostgreSQL reads. */
export const enumArray = (chosen: readonly string[] | undefined, all: readonly string[]): string =>
  `{${(chosen?.length ? all.filter((word) => chosen.includes(word)) : all).join(",")}}`;

/**
 * The same as part of a statement's text, and a number as well, for what has few values. So PostgreSQL knows how little
 * it will read, and keeps its plan instead of making one each time, which takes longer than reading.
 */
export const enumArrayLiteral = (chosen: readonly string[] | undefined, all: readonly string[]): SQL =>
  sql.raw(`'${enumArray(chosen, all)}'::text[]`);

export const numberLiteral = (value: number): SQL => sql.raw(String(Math.trunc(value)));

/**
 * Column list for a raw statement, each column under its key: the row has the shape of a drizzle row. The statement names
 * tables as the schema does.
 */
export const columnList = (columns: Record<string, PgColumn | SQL>): string =>
  DIALECT.sqlToQuery(
    sql.join(
      Object.entries(columns).map(([key, column]) => sql`${column} as ${sql.identifier(key)}`),
      sql`, `,
    ),
  ).sql;

const DIALECT = new PgDialect();

/** Instant as PostgreSQL's text, which raw statements return too; `isoInstant` converts it. */
export const instantText = (column: PgColumn): SQL<string> => sql<string>`${column}`;
export const nullableInstantText = (column: PgColumn): SQL<string | null> => sql<string | null>`${column}`;
