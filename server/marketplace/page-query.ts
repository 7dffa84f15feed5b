import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { marketplaceItems } from "@/db/schema/index.ts";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import { laterThan, olderThan } from "../platform/pagination.ts";
import { hasWords, numberLiteral } from "../platform/search.ts";

const { type: TYPE, approvedAt: APPROVED_AT, listingId: LISTING_ID, searchText: TEXT } = marketplaceItems;
/** First line of the searched text. */
export const NAME = sql`split_part(${TEXT}, E'\\n', 1)`;

/** Order by a key that an index holds. */
export interface IndexedOrder {
  /** Sort key; ties are ordered by listing id. */
  position: SQL;
  by: SQL;
  after: (cursor: string | undefined) => SQL | undefined;
}

export const BY_LATEST: IndexedOrder = {
  position: sql`${APPROVED_AT}`,
  by: sql`position desc, listing_id desc`,
  after: (cursor) => olderThan(cursor, APPROVED_AT, LISTING_ID),
};

export const BY_NAME: IndexedOrder = {
  position: NAME,
  by: sql`position, listing_id`,
  after: (cursor) => laterThan(cursor, NAME, LISTING_ID),
};

/** Items that are scanned for words in sort order. */
const MAX_SCANNED_ITEMS = 500;

export interface PageOfMatches {
  words: readonly string[];
  type: readonly ListingType[];
  order: IndexedOrder;
  /** Start of the page. */
  isAfter: SQL | undefined;
  /** Further condition on items. */
  isIncluded?: SQL | undefined;
  limit: number;
}

/**
 * Query of one page plus one listing. Frequent words fill the page from the first `MAX_SCANNED_ITEMS`; rare words do not,
 * and are then found by the n-gram index. So the cost is about that of the page.
 */
export function pageQuery({ words, type, order, isAfter, isIncluded, limit }: PageOfMatches): SQL {
  const first = firstItems({ type, condition: isAfter, order, limit: MAX_SCANNED_ITEMS });
  const ordered = sql`order by ${order.by} limit ${limit + 1}`;
  if (words.length === 0) return sql`select listing_id, position from (${first}) first ${ordered}`;
  const isWanted = isIncluded ?? sql`true`;
  return sql`
    with scanned as materialized (
      select listing_id, position from (${first}) first where ${hasWords(words, sql`search_text`)} and ${isWanted} ${ordered}
    ), indexed as materialized (
      select listing_id, ${order.position} as position from ${marketplaceItems}
      where ${and(matchesByIndex(words, type), isAfter, isWanted)}
    )
    select * from scanned where (select count(*) from scanned) = ${limit + 1}
    union all
    (select * from indexed where (select count(*) from scanned) < ${limit + 1} ${ordered})`;
}

/** Condition of all items that match, which the n-gram index serves. */
export const matchesByIndex = (words: readonly string[], type: readonly ListingType[]): SQL | undefined =>
  and(
    ...words.map((word) => sql`search_ngrams(${TEXT}) @> search_query_ngrams(lower(${word}))`),
    hasWords(words, sql`${TEXT}`),
    type.length > 0 ? inArray(TYPE, [...type]) : undefined,
  );

interface FirstItems {
  type: readonly ListingType[];
  condition: SQL | undefined;
  order: IndexedOrder;
  limit: number;
}

/** The first items of the types (default: all) under a condition. Each type is read in the order of its index. */
export function firstItems({ type, condition, order, limit }: FirstItems): SQL {
  // A literal, so that the planner knows the bound.
  const ordered = sql`order by ${order.by} limit ${numberLiteral(limit)}`;
  const firstWhere = (each: SQL | undefined) =>
    sql`select *, ${order.position} as position from ${marketplaceItems} where ${each ?? sql`true`} ${ordered}`;
  const [only, ...others] = [...new Set(type)].map((one) => firstWhere(and(eq(TYPE, one), condition)));
  if (!only) return firstWhere(condition);
  if (others.length === 0) return only;
  const each = [only, ...others].map((one) => sql`(${one})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) each ${ordered}`;
}
