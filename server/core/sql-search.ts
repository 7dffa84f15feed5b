import { eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect } from "drizzle-orm/pg-core";
import { containsPattern } from "@/shared/text/text.ts";
import { isUuid } from "@/shared/text/uuid.ts";

/** Search condition: a column contains the text, or the id is the text. An empty search matches everything. */
export function matchesText(search: string, id: PgColumn, ...texts: PgColumn[]): SQL | undefined {
  if (search === "") return undefined;
  const named = search.toLowerCase();
  return or(
    ...texts.map((text) => ilike(text, containsPattern(search))),
    isUuid(named) ? eq(id, named) : undefined,
  );
}

/** Slug in an item's address as people type it: `app-plugin/todo-plus`, `acme/todo-plus` or `todo-plus@1.2.0`; else the text. */
export const slugOfAddress = (search: string): string =>
  /^(?:[a-z0-9-]+\/)?([a-z][a-z0-9-]*)(?:@[0-9A-Za-z.+-]+)?$/.exec(search.trim().toLowerCase())?.[1] ??
  search;

export const searchWords = (search: string): string[] => [
  ...new Set(search.split(/\s+/).filter((word) => word !== "")),
];

/** Condition: the text, in lower case, contains every word. `strpos` has no pattern characters. */
export function hasWords(words: readonly string[], text: SQL): SQL {
  const each = words.map((word) => sql`strpos(${text}, lower(${word}::text)) > 0`);
  return each.length === 0 ? sql`true` : sql`(${sql.join(each, sql` and `)})`;
}

/** Suffix of the upper bound of a prefix range: the highest code point. */
const AFTER_PREFIX = "\u{10ffff}";

/** Condition: a text, in lower case and byte order, starts with the search. An index on the text serves it. */
export const startsWith = (text: SQL | PgColumn, search: string): SQL =>
  sql`(${text} >= lower(${search}::text) and ${text} < lower(${search}::text) || ${AFTER_PREFIX}::text)`;

/** Rank of a match outside the ranked texts; the last rank. */
export const LAST_RANK = 4;

/**
 * Rank of a match: 0 if a text equals the search, 1 if one starts with it, 2 if every word starts a word of the texts,
 * 3 if the texts contain every word, else `LAST_RANK`. The texts are in lower case.
 */
export function matchRank(search: string, texts: readonly SQL[]): SQL {
  const words = searchWords(search);
  const sought = sql`lower(${search}::text)`;
  const all = sql`concat_ws(E'\\n', ${sql.join([...texts], sql`, `)})`;
  const isAny = (condition: (text: SQL) => SQL) => sql.join(texts.map(condition), sql` or `);
  const startsWord = (word: string) =>
    sql`strpos(${wordStarts(all)}, ${wordStarts(sql`lower(${word}::text)`)}) > 0`;
  return sql`case
    when ${isAny((text) => sql`${text} = ${sought}`)} then 0
    when ${isAny((text) => sql`starts_with(${text}, ${sought})`)} then 1
    when ${sql.join([sql`true`, ...words.map(startsWord)], sql` and `)} then 2
    when ${hasWords(words, all)} then 3
    else ${sql.raw(String(LAST_RANK))} end`;
}

/** Text with every separator replaced by a space, and a space before the first word. */
const wordStarts = (text: SQL) => sql`(' ' || translate(${text}, E'-_./@:\\n', '       '))`;

/** Selected values of a closed vocabulary, or all of it, as a PostgreSQL array. */
export const enumArray = (chosen: readonly string[] | undefined, all: readonly string[]): string =>
  `{${(chosen?.length ? all.filter((word) => chosen.includes(word)) : all).join(",")}}`;

/**
 * Array of selected values as a literal, for columns with few values: the planner can estimate the rows and keeps a
 * generic plan.
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

/** Timestamp in PostgreSQL's text format, as raw statements return it. `isoInstant` converts it. */
export const instantText = (column: PgColumn): SQL<string> => sql<string>`${column}`;
export const nullableInstantText = (column: PgColumn): SQL<string | null> => sql<string | null>`${column}`;
