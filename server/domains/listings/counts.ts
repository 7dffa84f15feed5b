import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { LISTING_STATUSES, type ListingStatus } from "@/shared/vocabulary.ts";
import type { ListingCounts } from "./view.ts";

/**
 * Number of pending listings of all tenants, in any scope: the sum of `pending_counts`, by the function
 * `count_pending_listings` (`db/functions/listing-counts.sql`).
 */
export async function countPendingListings(tx: Reader): Promise<number> {
  const [row] = await tx.execute<{ pending: number }>(sql`select count_pending_listings() as pending`);
  return row?.pending ?? 0;
}

/** Number of a tenant's listings in one status. A status without listings may have no row. */
export interface ListingCountRow extends Record<string, unknown> {
  status: ListingStatus;
  count: number;
}

/**
 * Query of a tenant's counts by status: of decided listings from the counters that the trigger function
 * `update_listing_counts` keeps (`db/functions/listing-counts.sql`), of pending ones from an index.
 */
export const listingCountsQuery = (tenantId: SQL): SQL => sql`
  select status, listings as count from listing_totals where tenant_id = ${tenantId}
  union all
  select 'PENDING_APPROVAL', count(*)::integer from listings
  where tenant_id = ${tenantId} and status = 'PENDING_APPROVAL'`;

export function toListingCounts(rows: readonly ListingCountRow[]): ListingCounts {
  const zeros = Object.fromEntries(LISTING_STATUSES.map((status) => [status, 0])) as ListingCounts;
  return { ...zeros, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}
