import { eq, ilike, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { anywhere, isUuid } from "./text.ts";

/** What has the text anywhere in one of its columns, or is what a whole id names; nothing finds all. */
export function hasText(search: string, id: PgColumn, ...texts: PgColumn[]): SQL | undefined {
  if (search === "") return undefined;
  const named = search.toLowerCase();
  return or(...texts.map((text) => ilike(text, anywhere(search))), isUuid(named) ? eq(id, named) : undefined);
}
