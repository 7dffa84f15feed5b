import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { listings, marketplaceItems, tenants } from "@/db/schema/index.ts";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { Context } from "../platform/context.ts";
import { lookUp } from "../platform/mutate.ts";
import { decodeTextCursor, decodeTimeCursor, encodeCursor } from "../platform/pagination.ts";
import type { SearchMarketplace } from "./input.ts";
import type { MarketplaceSort } from "./policy.ts";
import { approvalOf, ITEM_COLUMNS, viewOfItem } from "./record.ts";
import type { MarketplacePage } from "./view.ts";

/**
 * Approved items in their newest approved version: the latest first, or by name in the order of its bytes in lower case.
 * They are read from `marketplace_items`, which the triggers of `db/functions/marketplace.sql` keep; words are looked up by
 * `search_query_ngrams` (`db/functions/text-search.sql`). For everybody. @throws AppError `VALIDATION_FAILED` for a cursor of another order
 */
export async function searchMarketplace(ctx: Context, input: SearchMarketplace): Promise<MarketplacePage> {
  const { limit, sort } = input;
  const order = ORDERS[sort];
  const page = sql`(${pageOf(input, order)}) page`;
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({ ...ITEM_COLUMNS, position: sql<string>`page.position::text`.as("position_text") })
      .from(page)
      .innerJoin(listings, eq(listings.id, sql`page.listing_id`))
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .orderBy(order.by),
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(viewOfItem),
    nextCursor: last ? encodeCursor(order.positionOf(last), last.listingId) : null,
  };
}

interface Order {
  /** What items are ordered by; where two have the same, by their listings' ids. */
  position: SQL;
  by: SQL;
  after: (cursor: string) => SQL;
  /** The position of an item, as a cursor holds it. */
  positionOf: (row: { approvedAt: Date | null; position: string }) => string;
}

const { type: TYPE, approvedAt: APPROVED_AT, listingId: LISTING_ID, searchText: TEXT } = marketplaceItems;
/** The first line of what is searched. */
const NAME = sql`split_part(${TEXT}, E'\\n', 1)`;

const ORDERS: Record<MarketplaceSort, Order> = {
  latest: {
    position: sql`${APPROVED_AT}`,
    by: sql`position desc, listing_id desc`,
    after: (cursor) => {
      const { at, id } = decodeTimeCursor(cursor);
      return sql`(${APPROVED_AT}, ${LISTING_ID}) < (${at.toISOString()}::timestamptz, ${id}::uuid)`;
    },
    positionOf: (row) => approvalOf(row).toISOString(),
  },
  name: {
    position: NAME,
    by: sql`position, listing_id`,
    after: (cursor) => {
      const { text, id } = decodeTextCursor(cursor);
      return sql`(${NAME}, ${LISTING_ID}) > (${text}::text, ${id}::uuid)`;
    },
    positionOf: ({ position }) => position,
  },
};

/** So many of the first items are looked through for words; it is written out, so that no plan reckons with more. */
const FIRST = sql.raw("500");

/**
 * The listings on the page, and one more if there is one. Words that many items have fill it within the first of them;
 * those that few have are then found among all by their grams. So a page costs about what stands on it.
 */
function pageOf({ search, type, cursor, limit }: SearchMarketplace, order: Order): SQL {
  const words = [...new Set(search.split(/\s+/).filter((word) => word !== ""))];
  const isOfType = type.length > 0 ? inArray(TYPE, type) : undefined;
  const rest = cursor ? order.after(cursor) : undefined;
  const first = firstOf([...new Set(type)], rest, order);
  const ordered = sql`order by ${order.by} limit ${limit + 1}`;
  if (words.length === 0) return sql`select listing_id, position from (${first}) first ${ordered}`;
  const hasWords = and(...words.map((word) => sql`strpos(search_text, lower(${word})) > 0`));
  const hasGrams = and(
    ...words.map((word) => sql`search_ngrams(${TEXT}) @> search_query_ngrams(lower(${word}))`),
  );
  return sql`
    with near as materialized (
      select listing_id, position from (${first}) first where ${hasWords} ${ordered}
    ), far as materialized (
      select ${LISTING_ID}, ${order.position} as position from ${marketplaceItems}
      where ${and(hasGrams, hasWords, isOfType, rest)}
    )
    select * from near where (select count(*) from near) = ${limit + 1}
    union all
    (select * from far where (select count(*) from near) < ${limit + 1} ${ordered})`;
}

/** The first items of these types, or of all: each type is read in the order of its index. */
function firstOf(types: ListingType[], rest: SQL | undefined, order: Order): SQL {
  const firstWhere = (condition: SQL | undefined) =>
    sql`select *, ${order.position} as position from ${marketplaceItems}
      where ${condition ?? sql`true`} order by ${order.by} limit ${FIRST}`;
  const [only, ...others] = types.map((type) => firstWhere(and(eq(TYPE, type), rest)));
  if (!only) return firstWhere(rest);
  if (others.length === 0) return only;
  const each = [only, ...others].map((one) => sql`(${one})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) each order by ${order.by} limit ${FIRST}`;
}
