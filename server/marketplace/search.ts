import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { listings, marketplaceItems, tenants } from "@/db/schema/index.ts";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { Context } from "../context.ts";
import { decodeTimeCursor, encodeCursor } from "../cursor.ts";
import { lookUp } from "../mutate.ts";
import type { SearchMarketplace } from "./input.ts";
import { ITEM_COLUMNS, viewOfItem } from "./record.ts";
import type { MarketplacePage } from "./view.ts";

/** Approved items in their newest approved version, the latest first. For everybody. */
export async function searchMarketplace(ctx: Context, input: SearchMarketplace): Promise<MarketplacePage> {
  const { limit } = input;
  const page = sql`(${pageOf(input)}) page`;
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select(ITEM_COLUMNS)
      .from(page)
      .innerJoin(listings, eq(listings.id, sql`page.listing_id`))
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .orderBy(desc(listings.decidedAt), desc(listings.id)),
  );
  const items = rows.slice(0, limit).map(viewOfItem);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor(last.approvedAt, last.listingId) : null };
}

/** So many of the newest items are looked through for words; it is written out, so that no plan reckons with more. */
const NEWEST = sql.raw("500");
const { type: TYPE, approvedAt: APPROVED_AT, listingId: LISTING_ID, searchText: TEXT } = marketplaceItems;
const LATEST_FIRST = sql`order by approved_at desc, listing_id desc`;

/**
 * The listings on the page, and one more if there is one. Words that many items have fill it within the newest of them;
 * those that few have are then found among all by their grams. So a page costs about what stands on it.
 */
function pageOf({ search, type, cursor, limit }: SearchMarketplace): SQL {
  const words = [...new Set(search.split(/\s+/).filter((word) => word !== ""))];
  const isOfType = type.length > 0 ? inArray(TYPE, type) : undefined;
  const rest = cursor ? before(cursor) : undefined;
  const newest = newestOf([...new Set(type)], rest);
  const full = limit + 1;
  if (words.length === 0) return sql`select listing_id from (${newest}) newest ${LATEST_FIRST} limit ${full}`;
  const hasWords = and(...words.map((word) => sql`strpos(search_text, lower(${word})) > 0`));
  const hasGrams = and(
    ...words.map((word) => sql`marketplace_grams(${TEXT}) @> marketplace_keys(lower(${word}))`),
  );
  return sql`
    with near as materialized (
      select listing_id from (${newest}) newest where ${hasWords} ${LATEST_FIRST} limit ${full}
    ), far as materialized (
      select ${LISTING_ID}, ${APPROVED_AT} from ${marketplaceItems}
      where ${and(hasGrams, hasWords, isOfType, rest)}
    )
    select listing_id from near where (select count(*) from near) = ${full}
    union all
    (select listing_id from far where (select count(*) from near) < ${full} ${LATEST_FIRST} limit ${full})`;
}

/** The newest items of these types, or of all: each type is read in the order of its index. */
function newestOf(types: ListingType[], rest: SQL | undefined): SQL {
  const [only, ...others] = types.map((type) => newestWhere(and(eq(TYPE, type), rest)));
  if (!only) return newestWhere(rest);
  if (others.length === 0) return only;
  const each = [only, ...others].map((one) => sql`(${one})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) each ${LATEST_FIRST} limit ${NEWEST}`;
}

const newestWhere = (condition: SQL | undefined): SQL =>
  sql`select * from ${marketplaceItems} where ${condition ?? sql`true`} ${LATEST_FIRST} limit ${NEWEST}`;

function before(cursor: string): SQL {
  const { at, id } = decodeTimeCursor(cursor);
  return sql`(${APPROVED_AT}, ${LISTING_ID}) < (${at.toISOString()}::timestamptz, ${id}::uuid)`;
}
