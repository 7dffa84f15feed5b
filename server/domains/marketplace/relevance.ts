import { type SQL, sql } from "drizzle-orm";
import { marketplaceItems } from "@/db/schema/index.ts";
import { decodeRankCursor } from "@/server/core/pagination.ts";
import {
  enumArrayLiteral,
  hasWords,
  LAST_RANK,
  matchRank,
  numberLiteral,
  startsWith,
} from "@/server/core/sql-search.ts";
import { LISTING_TYPES } from "@/shared/vocabulary.ts";
import {
  BY_LATEST,
  BY_NAME,
  firstItems,
  type ItemFilter,
  isRestricted,
  itemsIn,
  matchingItems,
  NAME,
  pageQuery,
} from "./page-query.ts";

/** Newest items whose matches are ranked in any case. */
const MAX_RANKED_NEWEST_ITEMS = 300;
/** Items whose name starts with the search, in the order of names, that are ranked. */
const MAX_RANKED_PREFIX_ITEMS = 100;
/** Matches among the newest items, and among the recent items, from which on words count as frequent. */
const MIN_FREQUENT_MATCHES = 10;
const MIN_RECENT_MATCHES = 20;

interface RelevantPage extends ItemFilter {
  search: string;
  words: readonly string[];
  cursor?: string | undefined;
  limit: number;
}

/**
 * Query of one page plus one listing by `matchRank` of name and slug, the latest first within a rank. Of rare words all matches
 * are ranked. Of frequent words, only matches among the newest items (or the recent ones, if too few), the item whose slug is
 * the search, and names that start with it; all others get the last rank. So the cost is about that of two pages, and each
 * page ranks the same items.
 * @throws AppError `VALIDATION_FAILED` for a cursor of another order
 */
export function relevanceQuery({ search, words, cursor, limit, ...filter }: RelevantPage): SQL {
  const after = cursor ? decodeRankCursor(cursor, LAST_RANK) : undefined;
  const at = after && sql`${after.at.toISOString()}::timestamptz, ${after.id}::uuid`;
  const isAfter = after
    ? sql`(rank > ${after.rank}::integer or rank = ${after.rank}::integer and (position, listing_id) < (${at}))`
    : sql`true`;
  const isAfterInLastRank =
    after?.rank === LAST_RANK
      ? sql`(${marketplaceItems.approvedAt}, ${marketplaceItems.listingId}) < (${at})`
      : undefined;
  const newest = firstItems({
    ...filter,
    condition: undefined,
    order: BY_LATEST,
    limit: MAX_RANKED_NEWEST_ITEMS,
  });
  const types = enumArrayLiteral(filter.type, LISTING_TYPES);
  const maxPrefixed = numberLiteral(MAX_RANKED_PREFIX_ITEMS);
  const prefixed = isRestricted(filter)
    ? firstItems({
        ...filter,
        condition: startsWith(NAME, search),
        order: BY_NAME,
        limit: MAX_RANKED_PREFIX_ITEMS,
      })
    : sql`select * from prefixed_marketplace_items(${search}, ${types}, ${maxPrefixed}) ${marketplaceItems}
        order by ${NAME}, listing_id limit ${maxPrefixed}`;
  const hasNewest = sql`(select count(*) from newest) >= ${numberLiteral(MIN_FREQUENT_MATCHES)}`;
  const hasRecent = sql`(select count(*) from recent) >= ${numberLiteral(MIN_RECENT_MATCHES)}`;
  // Items of a publisher or of categories are few.
  const recent = isRestricted(filter)
    ? sql`select ${COLUMNS} from newest where false`
    : sql`select ${COLUMNS} from ${matchingItems({ ...filter, words, onlyRecent: true })} where not ${hasNewest}`;
  const others = pageQuery({
    words,
    ...filter,
    order: BY_LATEST,
    isAfter: isAfterInLastRank,
    isIncluded: sql`listing_id not in (select listing_id from ranked)`,
    limit,
  });
  const isAddress = sql`strpos(E'\\t' || ${ADDRESSES} || E'\\t', E'\\t' || lower(${search}::text) || E'\\t') > 0`;
  return sql`
    with newest as materialized (
      select ${COLUMNS} from (${newest}) newest where ${hasWords(words, sql`search_text`)}
    ), recent as materialized (
      ${recent}
    ), frequency as materialized (
      select ${hasNewest} or ${hasRecent} as is_frequent
    ), found as (
      select * from newest
      union select * from recent where (select is_frequent from frequency)
      union select ${COLUMNS} from (${prefixed}) prefixed
      union select ${COLUMNS} from ${itemsIn(filter)} where type = any (${types}) and slug = lower(${search}::text)
      union select ${COLUMNS} from ${matchingItems({ ...filter, words })} where not (select is_frequent from frequency)
    ), ranked as materialized (
      select listing_id, approved_at as position, rank from (
        select *, case when ${isAddress} then 0 else ${matchRank(search, [NAME_TEXT, sql`slug`])} end as rank from found
      ) found where rank < ${numberLiteral(LAST_RANK)} or not (select is_frequent from frequency)
    ), first as materialized (
      select * from ranked where ${isAfter} order by ${BY_RELEVANCE} limit ${numberLiteral(limit + 1)}
    )
    select * from first
    union all
    select listing_id, position, ${numberLiteral(LAST_RANK)} from (${others}) others
    where (select is_frequent from frequency) and (select count(*) from first) < ${numberLiteral(limit + 1)}
    order by ${BY_RELEVANCE} limit ${numberLiteral(limit + 1)}`;
}

export const BY_RELEVANCE = sql`rank, position desc, listing_id desc`;

const NAME_TEXT = sql`searchable_text(split_part(search_text, E'\\n', 1))`;
/** Written by `item_addresses`. */
const ADDRESSES = sql`split_part(search_text, E'\\n', 3)`;

const COLUMNS = sql`listing_id, approved_at, slug, search_text`;
