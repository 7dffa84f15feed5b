import { and, arrayOverlaps, eq, inArray, type SQL, sql } from "drizzle-orm";
import { marketplaceDownloads, marketplaceItems, tenants } from "@/db/schema/index.ts";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import { fewerThan, laterThan, olderThan } from "../platform/pagination.ts";
import { hasWords, numberLiteral } from "../platform/search.ts";

const { type: TYPE, approvedAt: APPROVED_AT, listingId: LISTING_ID, searchText: TEXT } = marketplaceItems;
/** First line of the searched text. */
export const NAME = sql`split_part(${TEXT}, E'\\n', 1)`;

/** Items of which a search is made. */
export interface ItemFilter {
  /** Default: all. */
  type: readonly ListingType[];
  publisher?: string | undefined;
  /** Items of any of these. Default: all. */
  category?: readonly string[] | undefined;
}

/** Order by a key that an index holds. */
export interface IndexedOrder {
  /** Sort key; ties are ordered by listing id. */
  position: SQL;
  by: SQL;
  /** `by` in the columns of the index, if those are in `joined`. */
  scanBy?: SQL;
  after: (cursor: string | undefined) => SQL | undefined;
  /** Table that holds the key of each item, joined by its foreign key. Default: the items themselves. */
  joined?: SQL;
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

export const BY_DOWNLOADS: IndexedOrder = {
  position: sql`${marketplaceDownloads.downloads}`,
  by: sql`position desc, listing_id desc`,
  scanBy: sql`position desc, current_listing_id desc`,
  after: (cursor) => fewerThan(cursor, marketplaceDownloads.downloads, marketplaceDownloads.currentListingId),
  joined: sql`${marketplaceDownloads}`,
};

/** Items that are scanned for words in sort order. */
const MAX_SCANNED_ITEMS = 500;

export interface PageOfMatches extends ItemFilter {
  words: readonly string[];
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
export function pageQuery({ words, order, isAfter, isIncluded, limit, ...filter }: PageOfMatches): SQL {
  const first = firstItems({ ...filter, condition: isAfter, order, limit: MAX_SCANNED_ITEMS });
  const ordered = sql`order by ${order.by} limit ${limit + 1}`;
  if (words.length === 0) return sql`select listing_id, position from (${first}) first ${ordered}`;
  const isWanted = isIncluded ?? sql`true`;
  return sql`
    with scanned as materialized (
      select listing_id, position from (${first}) first where ${hasWords(words, sql`search_text`)} and ${isWanted} ${ordered}
    ), indexed as materialized (
      select listing_id, ${order.position} as position from ${itemsIn(filter, order)}
      where ${and(matchesByIndex(words, filter.type), isAfter, isWanted)}
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

interface FirstItems extends ItemFilter {
  condition: SQL | undefined;
  order: IndexedOrder;
  limit: number;
}

/** The first items of the filter under a condition. Each type is read in the order of its index. */
export function firstItems({ type, publisher, category, condition, order, limit }: FirstItems): SQL {
  // A literal, so that the planner knows the bound.
  const ordered = sql`order by ${order.scanBy ?? order.by} limit ${numberLiteral(limit)}`;
  const firstWhere = (each: SQL | undefined) =>
    sql`select *, ${order.position} as position from ${itemsIn({ publisher, category }, order)} where ${each ?? sql`true`} ${ordered}`;
  const [only, ...others] = [...new Set(type)].map((one) => firstWhere(and(eq(TYPE, one), condition)));
  if (!only) return firstWhere(condition);
  if (others.length === 0) return only;
  const each = [only, ...others].map((one) => sql`(${one})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) each ${ordered}`;
}

type RareFilter = Pick<ItemFilter, "publisher" | "category">;

/**
 * Items of a publisher and of categories, or all, as a `from` clause under the name of their table. Those of a filter are
 * found by its index, and sorted then.
 */
export function itemsIn({ publisher, category = [] }: RareFilter, order?: IndexedOrder): SQL {
  const { tenantId, categories } = marketplaceItems;
  const isIncluded = and(
    publisher === undefined
      ? undefined
      : sql`${tenantId} = (select ${tenants.id} from ${tenants} where ${tenants.slug} = ${publisher})`,
    category.length === 0 ? undefined : arrayOverlaps(categories, [...category]),
  );
  const filtered = sql`(select * from ${marketplaceItems} where ${isIncluded} offset 0) ${marketplaceItems}`;
  const items = isIncluded ? filtered : sql`${marketplaceItems}`;
  return order?.joined ? sql`${items} join ${order.joined} using (type, slug)` : items;
}
