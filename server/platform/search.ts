import { eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { anywhere, isUuid } from "./text.ts";

/** What has the text anywhere in one of its columns, or is what a whole id names; nothing finds all. */
export function hasText(search: string, id: PgColumn, ...texts: PgColumn[]): SQL | undefined {
  if (search === "") return undefined;
  const named = search.toLowerCase();
  return or(...texts.map((text) => ilike(text, anywhere(search))), isUuid(named) ? eq(id, named) : undefined);
}

/** The words that were chosen of a closed vocabulary, or all of it, as an array that PostgreSQL reads. */
export const wordsOf = (chosen: readonly string[] | undefined, all: readonly string[]): string =>
  `{${(chosen?.length ? all.filter((word) => chosen.includes(word)) : all).join(",")}}`;

/**
 * The same as part of a statement's text, and a number as well, for what has few values. So PostgreSQL knows how little
 * it will read, and keeps its plan instead of making one each time, which takes longer than reading.
 */
export const literalWords = (chosen: readonly string[] | undefined, all: readonly string[]): SQL =>
  sql.raw(`'${wordsOf(chosen, all)}'::text[]`);

export const literalNumber = (value: number): SQL => sql.raw(String(Math.trunc(value)));
