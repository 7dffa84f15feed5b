import { and, arrayOverlaps, inArray, type SQL, sql } from "drizzle-orm";
import { marketplaceDownloads, marketplaceItems, tenants } from "@/db/schema/index.ts";
import { fewerThan, laterThan, olderThan } from "@/server/core/pagination.ts";
import { enumArrayLiteral, hasWords, numberLiteral } from "@/server/core/sql-search.ts";
import { ITEM_CATEGORIES, LISTING_TYPES, type ListingType } from "@/shared/vocabulary.ts";

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

/** Items that are scanned for words in sort order, and those of a scan that the index of the recent items follows. */
const MAX_SCANNED_ITEMS = 500;
const MAX_SCANNED_NEWEST_ITEMS = 100;

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
 * Query of one page plus one listing. Frequent words fill the page from the first `MAX_SCANNED_ITEMS`; less frequent ones,
 * latest first, from the matches among the recent items; rare words do not, and are then found by the n-gram index of all
 * items. So the cost is about that of the page.
 */
export function pageQuery({ words, order, isAfter, isIncluded, limit, ...filter }: PageOfMatches): SQL {
  const canBeRecent = words.length > 0 && order === BY_LATEST && !isRestricted(filter);
  const maxScanned = canBeRecent ? MAX_SCANNED_NEWEST_ITEMS : MAX_SCANNED_ITEMS;
  const first = firstItems({ ...filter, condition: isAfter, order, limit: maxScanned });
  const ordered = sql`order by ${order.by} limit ${numberLiteral(limit + 1)}`;
  if (words.length === 0) return sql`select listing_id, position from (${first}) first ${ordered}`;
  const isWanted = isIncluded ?? sql`true`;
  const matches = (onlyRecent: boolean) => sql`
    select listing_id, ${order.position} as position from ${matchingItems({ ...filter, words, onlyRecent }, order)}
    where ${isAfter ?? sql`true`} and ${isWanted} ${ordered}`;
  const hasTooFew = (name: SQL) => sql`(select count(*) from ${name}) < ${numberLiteral(limit + 1)}`;
  return sql`
    with scanned as materialized (
      select listing_id, position from (${first}) first where ${hasWords(words, sql`search_text`)} and ${isWanted} ${ordered}
    ), recent_matches as materialized (
      ${canBeRecent ? matches(true) : sql`select listing_id, position from scanned where false`}
    ), matches as materialized (
      ${matches(false)}
    )
    select * from scanned where not ${hasTooFew(sql`scanned`)}
    union all
    select * from recent_matches where ${hasTooFew(sql`scanned`)} and not ${hasTooFew(sql`recent_matches`)}
    union all
    select * from matches where ${hasTooFew(sql`scanned`)} and ${hasTooFew(sql`recent_matches`)}`;
}

interface Matches extends ItemFilter {
  words: readonly string[];
  /** Of the recent items alone. */
  onlyRecent?: boolean;
}

/**
 * Items in which every word stands, by the n-gram indexes, as a `from` clause under the name of their table. Items of a
 * publisher or of categories are found by those, and searched then.
 */
export function matchingItems({ words, onlyRecent, ...filter }: Matches, order?: IndexedOrder): SQL {
  const { type } = filter;
  const types = enumArrayLiteral(type, LISTING_TYPES);
  const list = sql.join(
    words.map((word) => sql`${word}::text`),
    sql`, `,
  );
  const found = sql`match_marketplace_items(array[${list}], ${types}, ${sql.raw(String(onlyRecent ?? false))}) ${marketplaceItems}`;
  const ofType = type.length > 0 ? inArray(TYPE, [...type]) : undefined;
  const searched = sql`(select * from ${itemsIn(filter)} where ${and(hasWords(words, sql`${TEXT}`), ofType)}) ${marketplaceItems}`;
  const items = isRestricted(filter) ? searched : found;
  return order?.joined ? sql`${items} join ${order.joined} using (type, slug)` : items;
}

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
  const [only, ...others] = [...new Set(type)].map((one) =>
    firstWhere(and(sql`${TYPE} = any (${enumArrayLiteral([one], LISTING_TYPES)})`, condition)),
  );
  if (!only) return firstWhere(condition);
  if (others.length === 0) return only;
  const each = [only, ...others].map((one) => sql`(${one})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) each ${ordered}`;
}

type RareFilter = Pick<ItemFilter, "publisher" | "category">;

/** Filters by what an index finds. */
export const isRestricted = ({ publisher, category = [] }: RareFilter): boolean =>
  publisher !== undefined || category.length > 0;

/**
 * Items of a publisher and of categories, or all, as a `from` clause under the name of their table. Those of a filter are
 * found by its index, and sorted then.
 */
export function itemsIn({ publisher, category = [] }: RareFilter, order?: IndexedOrder): SQL {
  const { tenantId, categories } = marketplaceItems;
  const [only, ...others] = category;
  const isIncluded = and(
    publisher === undefined
      ? undefined
      : sql`${tenantId} = (select ${tenants.id} from ${tenants} where ${tenants.slug} = ${publisher})`,
    only === undefined
      ? undefined
      : others.length > 0
        ? arrayOverlaps(categories, [...category])
        : sql`${categories} @> ${enumArrayLiteral([only], ITEM_CATEGORIES)}`,
  );
  const filtered = sql`(select * from ${marketplaceItems} where ${isIncluded} offset 0) ${marketplaceItems}`;
  const items = isIncluded ? filtered : sql`${marketplaceItems}`;
  return order?.joined ? sql`${items} join ${order.joined} using (type, slug)` : items;
}
