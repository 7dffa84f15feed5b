import { eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect } from "drizzle-orm/pg-core";
import { containsPattern, isUuid } from "./text.ts";

/** Search condition: a column contains the text, or the id is the text. An empty search matches everything. */
export function matchesText(search: string, id: PgColumn, ...texts: PgColumn[]): SQL | undefined {
  if (search === "") return undefined;
  const named = search.toLowerCase();
  return or(
    ...texts.map((text) => ilike(text, containsPattern(search))),
    isUuid(named) ? eq(id, named) : undefined,
  );
}

/** Selected values of a closed vocabulary, or all of it, as a PostgreSQL array. */
export const enumArray = (chosen: readonly string[] | undefined, all: readonly string[]): string =>
  `{${(chosen?.length ? all.filter((word) => chosen.includes(word)) : all).join(",")}}`;

/**
 * The same as a literal, for columns with few values: the planner knows how little it reads and keeps a generic plan.
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
