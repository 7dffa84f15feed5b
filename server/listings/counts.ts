import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { LISTING_STATUSES, type ListingStatus } from "@/db/schema/vocabulary.ts";
import type { ListingCounts } from "./view.ts";

/**
 * The number of pending listings of all tenants, whatever the scope: the sum that the function `count_pending_listings`
 * takes of `pending_counts` (`db/functions/listing-counts.sql`).
 */
export async function countPendingListings(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ pending: number }>(sql`select count_pending_listings() as pending`);
  return row?.pending ?? 0;
}

/** How many listings of a tenant are in a state; where there are none, perhaps no row. */
export interface CountRow extends Record<string, unknown> {
  status: ListingStatus;
  count: number;
}

/**
 * The counts of a tenant as rows: those of decided listings, which the trigger function `update_listing_counts` keeps
 * (`db/functions/listing-counts.sql`), and pending ones, counted by index.
 */
export const countsByStatus = (tenantId: SQL): SQL => sql`
  select status, listings as count from listing_totals where tenant_id = ${tenantId}
  union all
  select 'PENDING_APPROVAL', count(*)::integer from listings
  where tenant_id = ${tenantId} and status = 'PENDING_APPROVAL'`;

export function countsOf(rows: readonly CountRow[]): ListingCounts {
  const none = Object.fromEntries(LISTING_STATUSES.map((status) => [status, 0])) as ListingCounts;
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}
