import { eq, exists, type SQL, sql } from "drizzle-orm";
import {
  archiveObjects,
  listings,
  marketplaceDownloads,
  marketplaceItems,
  tenants,
} from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { markCursor, pageOf, unmarkCursor } from "@/server/core/pagination.ts";
import { searchWords } from "@/server/core/sql-search.ts";
import { lookUp, writeUnaudited } from "@/server/core/transactions.ts";
import { ITEM_CATEGORIES, type ItemCategory } from "@/shared/vocabulary.ts";
import type { SearchMarketplace } from "./input.ts";
import { BY_DOWNLOADS, BY_LATEST, BY_NAME, type IndexedOrder, pageQuery } from "./page-query.ts";
import { type MarketplaceSort, normalizeSearch, sortOf } from "./policy.ts";
import { BY_RELEVANCE, relevanceQuery } from "./relevance.ts";
import { getApprovedAt, IS_OF_SAME_ITEM, ITEM_COLUMNS, toMarketplaceItem } from "./service.ts";
import type { MarketplacePage } from "./view.ts";

/**
 * Search of approved items in their newest approved version: by relevance, latest first, by name in lower case, or most
 * downloads first. Reads the projection `marketplace_items` (`db/functions/marketplace.sql`) and matches words by the n-grams
 * of `search_query_ngrams` (`db/functions/text-search.sql`). Public.
 * @throws AppError `VALIDATION_FAILED` for a cursor of another order
 */
export async function searchMarketplace(ctx: Context, input: SearchMarketplace): Promise<MarketplacePage> {
  const { page, columns, by, pageOfRows } = marketplacePage(input);
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({ ...ITEM_COLUMNS, ...columns })
      .from(page)
      .innerJoin(listings, eq(listings.id, sql`page.listing_id`))
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(marketplaceDownloads, IS_OF_SAME_ITEM)
      .leftJoin(archiveObjects, eq(archiveObjects.sha256, listings.archiveSha256))
      .orderBy(by),
  );
  const { shown, nextCursor } = pageOfRows(rows);
  return { items: shown.map(toMarketplaceItem), nextCursor };
}

/** Categories that an item of the marketplace is in, in the platform's order. Public. */
export async function listCategories(ctx: Context): Promise<ItemCategory[]> {
  const each = sql.join(
    ITEM_CATEGORIES.map((category) => sql`(${category}::text)`),
    sql`, `,
  );
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({ category: sql<ItemCategory>`category` })
      .from(sql`(values ${each}) listed(category)`)
      .where(
        exists(
          reader
            .select({ slug: marketplaceItems.slug })
            .from(marketplaceItems)
            .where(sql`${marketplaceItems.categories} @> array[category]`),
        ),
      ),
  );
  const found = new Set(rows.map(({ category }) => category));
  return ITEM_CATEGORIES.filter((category) => found.has(category));
}

/**
 * Parts of a query of one page of items: `page` has the `listing_id` of each, `by` is its order, and `pageOfRows` needs
 * `columns` in each row.
 * @throws AppError `VALIDATION_FAILED` for a cursor of another order
 */
export function marketplacePage(typed: SearchMarketplace) {
  const input = { ...typed, search: normalizeSearch(typed.search) };
  const sort = sortOf(input);
  const order = ORDERS[sort];
  const cursor = unmarkCursor(sort, input.cursor);
  const limit = READ_LIMITS.find((one) => one >= input.limit) ?? input.limit;
  return {
    page: sql`(${order.query({ ...input, limit, cursor })}) page`,
    columns: {
      position: sql<string>`page.position::text`.as("position_text"),
      rank: sql<number>`${order.rank ?? sql`0`}`.as("match_rank"),
    },
    by: order.by,
    pageOfRows: <Row extends ItemPosition & { listingId: string }>(rows: Row[]) => {
      const page = pageOf(rows, input.limit, (row) => [...order.positionOf(row), row.listingId]);
      return { ...page, nextCursor: markCursor(sort, page.nextCursor) };
    },
  };
}

/**
 * Limits of the statement; the next one above that of the page is used. They are literals, so that the planner knows how little
 * is read and keeps a generic plan, and few, since each makes its own statement.
 */
const READ_LIMITS = [24, 50, 100];

interface ItemPosition {
  approvedAt: Date | null;
  position: string;
  rank: number;
}

interface Order {
  by: SQL;
  rank?: SQL;
  query: (input: SearchMarketplace) => SQL;
  /** Sort keys of an item in a cursor. */
  positionOf: (row: ItemPosition) => (Date | string | number)[];
}

const indexedQuery = (order: IndexedOrder) => (input: SearchMarketplace) =>
  pageQuery({ ...input, words: searchWords(input.search), order, isAfter: order.after(input.cursor) });

const ORDERS: Record<MarketplaceSort, Order> = {
  relevance: {
    by: BY_RELEVANCE,
    rank: sql`page.rank`,
    query: (input) => relevanceQuery({ ...input, words: searchWords(input.search) }),
    positionOf: (row) => [row.rank, getApprovedAt(row)],
  },
  latest: {
    by: BY_LATEST.by,
    query: indexedQuery(BY_LATEST),
    positionOf: (row) => [getApprovedAt(row)],
  },
  name: {
    by: BY_NAME.by,
    query: indexedQuery(BY_NAME),
    positionOf: ({ position }) => [position],
  },
  downloads: {
    by: BY_DOWNLOADS.by,
    query: indexedQuery(BY_DOWNLOADS),
    positionOf: ({ position }) => [Number(position)],
  },
};

/** Newest items that have an n-gram index of their own. */
export const MAX_RECENT_ITEMS = 4_000;

/**
 * Clears the mark of recent items below the newest ones. Searches are right at any time; the more items are marked, the
 * longer those for words of medium frequency take. A job runs this.
 */
export async function trimRecentItems(ctx: Context, maxRecent = MAX_RECENT_ITEMS): Promise<void> {
  await writeUnaudited(ctx, (tx) =>
    tx.execute(sql`select trim_recent_marketplace_items(${maxRecent}::integer)`),
  );
}
