import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { listings, marketplaceItems, tenants } from "@/db/schema/index.ts";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { Context } from "../platform/context.ts";
import { lookUp } from "../platform/mutate.ts";
import { laterThan, olderThan, pageOf } from "../platform/pagination.ts";
import type { SearchMarketplace } from "./input.ts";
import type { MarketplaceSort } from "./policy.ts";
import { getApprovedAt, ITEM_COLUMNS, toMarketplaceItem } from "./service.ts";
import type { MarketplacePage } from "./view.ts";

/**
 * Search of approved items in their newest approved version: latest first, or by name in the byte order of its lower case.
 * Reads the projection `marketplace_items`, which the triggers of `db/functions/marketplace.sql` maintain; words are matched
 * by the n-grams of `search_query_ngrams` (`db/functions/text-search.sql`). Public.
 * @throws AppError `VALIDATION_FAILED` for a cursor of another order
 */
export async function searchMarketplace(ctx: Context, input: SearchMarketplace): Promise<MarketplacePage> {
  const { limit, sort } = input;
  const order = ORDERS[sort];
  const page = sql`(${pageQuery(input, order)}) page`;
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({ ...ITEM_COLUMNS, position: sql<string>`page.position::text`.as("position_text") })
      .from(page)
      .innerJoin(listings, eq(listings.id, sql`page.listing_id`))
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .orderBy(order.by),
  );
  const { shown, nextCursor } = pageOf(rows, limit, (row) => [order.positionOf(row), row.listingId]);
  return { items: shown.map(toMarketplaceItem), nextCursor };
}

interface Order {
  /** Sort key; ties are ordered by listing id. */
  position: SQL;
  by: SQL;
  after: (cursor: string | undefined) => SQL | undefined;
  /** Sort key of an item in a cursor. */
  positionOf: (row: { approvedAt: Date | null; position: string }) => Date | string;
}

const { type: TYPE, approvedAt: APPROVED_AT, listingId: LISTING_ID, searchText: TEXT } = marketplaceItems;
/** First line of the searched text. */
const NAME = sql`split_part(${TEXT}, E'\\n', 1)`;

const ORDERS: Record<MarketplaceSort, Order> = {
  latest: {
    position: sql`${APPROVED_AT}`,
    by: sql`position desc, listing_id desc`,
    after: (cursor) => olderThan(cursor, APPROVED_AT, LISTING_ID),
    positionOf: getApprovedAt,
  },
  name: {
    position: NAME,
    by: sql`position, listing_id`,
    after: (cursor) => laterThan(cursor, NAME, LISTING_ID),
    positionOf: ({ position }) => position,
  },
};

/** Items that are scanned for words in sort order. A literal, so that the planner knows the bound. */
const SCAN_LIMIT = sql.raw("500");

/**
 * Query of one page plus one listing. Frequent words fill the page from the first `SCAN_LIMIT` items; rare words do not, and
 * are then found by the n-gram index. So the cost is about that of the page.
 */
function pageQuery({ search, type, cursor, limit }: SearchMarketplace, order: Order): SQL {
  const words = [...new Set(search.split(/\s+/).filter((word) => word !== ""))];
  const isOfType = type.length > 0 ? inArray(TYPE, type) : undefined;
  const isAfter = order.after(cursor);
  const first = firstItems([...new Set(type)], isAfter, order);
  const ordered = sql`order by ${order.by} limit ${limit + 1}`;
  if (words.length === 0) return sql`select listing_id, position from (${first}) first ${ordered}`;
  const hasWords = and(...words.map((word) => sql`strpos(search_text, lower(${word})) > 0`));
  const hasGrams = and(
    ...words.map((word) => sql`search_ngrams(${TEXT}) @> search_query_ngrams(lower(${word}))`),
  );
  return sql`
    with scanned as materialized (
      select listing_id, position from (${first}) first where ${hasWords} ${ordered}
    ), indexed as materialized (
      select ${LISTING_ID}, ${order.position} as position from ${marketplaceItems}
      where ${and(hasGrams, hasWords, isOfType, isAfter)}
    )
    select * from scanned where (select count(*) from scanned) = ${limit + 1}
    union all
    (select * from indexed where (select count(*) from scanned) < ${limit + 1} ${ordered})`;
}

/** The first `SCAN_LIMIT` items of the types (default: all). Each type is read in the order of its index. */
function firstItems(types: ListingType[], isAfter: SQL | undefined, order: Order): SQL {
  const firstWhere = (condition: SQL | undefined) =>
    sql`select *, ${order.position} as position from ${marketplaceItems}
      where ${condition ?? sql`true`} order by ${order.by} limit ${SCAN_LIMIT}`;
  const [only, ...others] = types.map((type) => firstWhere(and(eq(TYPE, type), isAfter)));
  if (!only) return firstWhere(isAfter);
  if (others.length === 0) return only;
  const each = [only, ...others].map((one) => sql`(${one})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) each order by ${order.by} limit ${SCAN_LIMIT}`;
}
