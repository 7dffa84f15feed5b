import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { listingDecisions, listings } from "@/db/schema/index.ts";
import { olderThan } from "@/server/core/pagination.ts";
import { columnList, enumArrayLiteral, numberLiteral } from "@/server/core/sql-search.ts";
import { notFound } from "@/shared/errors.ts";
import { isoInstant } from "@/shared/text/text.ts";
import { LISTING_STATUSES } from "@/shared/vocabulary.ts";
import type { ListListings } from "./input.ts";
import type { DecisionView, ListingSummary } from "./view.ts";

export type Listing = typeof listings.$inferSelect;

/** Listing with its last decision. */
export interface ListingRecord {
  listing: Listing;
  decision: DecisionView | null;
}

/** Query of listings with the last decision on each; the caller adds the conditions. */
export function selectListings(tx: Reader) {
  const last = tx
    .select({
      action: listingDecisions.action,
      reason: listingDecisions.reason,
      comment: listingDecisions.comment,
    })
    .from(listingDecisions)
    .where(eq(listingDecisions.listingId, listings.id))
    .orderBy(desc(listingDecisions.decidedAt), desc(listingDecisions.id))
    .limit(1)
    .as("last_decision");
  return tx
    .select({
      listing: listings,
      decision: { action: last.action, reason: last.reason, comment: last.comment },
    })
    .from(listings)
    .leftJoinLateral(last, sql`true`)
    .$dynamic();
}

/** Listing by id, of one tenant if `tenantId` is given. @throws AppError `NOT_FOUND` */
export async function getListing(tx: Reader, listingId: string, tenantId?: string): Promise<ListingRecord> {
  const record = await findListing(tx, listingId, tenantId);
  if (!record) throw notFound("listing");
  return record;
}

export async function findListing(
  tx: Reader,
  listingId: string,
  tenantId?: string,
): Promise<ListingRecord | null> {
  const [record] = await selectListings(tx).where(isListing(listingId, tenantId));
  return record ?? null;
}

/**
 * Listing, locked for a change of its state, or with `key share` against one.
 * @throws AppError `NOT_FOUND`
 */
export async function lockListing(
  tx: Transaction,
  listingId: string,
  {
    tenantId,
    strength = "update",
  }: { tenantId?: string | undefined; strength?: "update" | "key share" } = {},
): Promise<Listing> {
  const [listing] = await tx.select().from(listings).where(isListing(listingId, tenantId)).for(strength);
  if (!listing) throw notFound("listing");
  return listing;
}

const isListing = (listingId: string, tenantId: string | undefined): SQL | undefined =>
  and(eq(listings.id, listingId), tenantId === undefined ? undefined : eq(listings.tenantId, tenantId));

const SUMMARY_COLUMNS = {
  id: listings.id,
  type: listings.type,
  name: listings.name,
  slug: listings.slug,
  version: listings.version,
  description: listings.description,
  changelog: listings.changelog,
  appPluginId: listings.appPluginId,
  themeId: listings.themeId,
  systemPluginId: listings.systemPluginId,
  archiveSha256: listings.archiveSha256,
  tenantId: listings.tenantId,
  status: listings.status,
  submittedAt: listings.submittedAt,
  decidedAt: listings.decidedAt,
};

/** Raw query of listings with the last decision on each; `tail` is its conditions, order and limit. */
export const listingRowsQuery = (tail: SQL): SQL => sql`
  select ${sql.raw(columnList(SUMMARY_COLUMNS))}, last.action, last.reason, last.comment
  from listings
  left join lateral (
    select d.action, d.reason, d.comment from listing_decisions d where d.listing_id = listings.id
    order by d.decided_at desc, d.id desc limit 1
  ) last on true
  ${tail}`;

/** Row of `listingRowsQuery`. Instants are PostgreSQL's text. */
export type ListingRow = SummaryFields<string> &
  (DecisionView | { [field in keyof DecisionView]: null }) &
  Record<string, unknown>;

type SummaryFields<Instant> = Omit<ListingSummary, "submittedAt" | "decidedAt" | "decision"> & {
  submittedAt: Instant;
  decidedAt: Instant | null;
};

export function rowToSummary(row: ListingRow): ListingSummary {
  const { action, reason, comment } = row;
  return toListingSummary(row, action && { action, reason, comment });
}

/** View of a listing. Instants are dates of drizzle or PostgreSQL's text. */
export const toListingSummary = (
  listing: SummaryFields<Date | string>,
  decision: DecisionView | null,
): ListingSummary => ({
  id: listing.id,
  type: listing.type,
  name: listing.name,
  slug: listing.slug,
  version: listing.version,
  description: listing.description,
  changelog: listing.changelog,
  appPluginId: listing.appPluginId,
  themeId: listing.themeId,
  systemPluginId: listing.systemPluginId,
  archiveSha256: listing.archiveSha256,
  tenantId: listing.tenantId,
  status: listing.status,
  submittedAt: toIso(listing.submittedAt),
  decidedAt: listing.decidedAt && toIso(listing.decidedAt),
  decision,
});

const toIso = (instant: Date | string): string =>
  typeof instant === "string" ? isoInstant(instant) : instant.toISOString();

/**
 * Subquery of the ids of the newest listings of a tenant in the given statuses (default: all) that match `condition`. An index
 * returns at most `limit` rows for each status, so the cost does not grow with the listings of other statuses.
 * @throws AppError `VALIDATION_FAILED` for an invalid cursor
 */
export function newestListings(tenantId: SQL, input: ListListings, condition?: SQL): SQL {
  const maxRows = numberLiteral(input.limit);
  const matches = and(
    sql`${listings.tenantId} = ${tenantId} and ${listings.status} = statuses.status`,
    olderThan(input.cursor, listings.submittedAt, listings.id),
    condition,
  );
  return sql`(
    select found.id
    from unnest(${enumArrayLiteral(input.status, LISTING_STATUSES)}) as statuses (status)
    cross join lateral (
      select id, submitted_at from listings where ${matches} order by submitted_at desc, id desc limit ${maxRows}
    ) found
    order by found.submitted_at desc, found.id desc limit ${maxRows}
  )`;
}
