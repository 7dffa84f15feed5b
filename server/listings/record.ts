import { and, desc, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingDecisions, listings } from "@/db/schema/index.ts";
import type { ListingStatus } from "@/db/schema/vocabulary.ts";
import type { TenantContext } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import type { TypicalWait } from "./policy.ts";
import type { ListingSummary, ReviewOutlook } from "./view.ts";

/** The columns of a listing together with its last decision; for `selectListings`. */
export interface ListingRecord {
  listing: typeof listings.$inferSelect;
  decision: { action: ListingStatus; reason: string | null; comment: string | null } | null;
}

/** A query of listings with the last decision on each, to be narrowed by its caller. */
export function selectListings(tx: Transaction) {
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

/** The listing if it is the tenant's; another tenant's is as absent as none. @throws AppError `NOT_FOUND` */
export async function getListingInTenant(
  tx: Transaction,
  ctx: TenantContext,
  listingId: string,
): Promise<ListingRecord> {
  const [record] = await selectListings(tx).where(
    and(eq(listings.id, listingId), eq(listings.tenantId, ctx.tenant.id)),
  );
  if (!record) throw notFound("listing");
  return record;
}

/**
 * Position of a pending listing in the queue of all tenants, by `listing_queue_position`
 * (`db/functions/submissions.sql`); null once it is decided.
 */
export async function findQueuePlace(
  tx: Transaction,
  listing: Pick<typeof listings.$inferSelect, "id" | "status" | "submittedAt">,
): Promise<ReviewOutlook | null> {
  if (listing.status !== "PENDING_APPROVAL") return null;
  const [row] = await tx.execute<OutlookRow>(
    sql`select * from listing_queue_position(${listing.submittedAt.toISOString()}::timestamptz, ${listing.id}::uuid)`,
  );
  return row ? toReviewOutlook(row) : null;
}

/**
 * The waiting times of the last 200 first decisions, as the trigger function `update_moderation_statistics` keeps them
 * (`db/functions/moderation-statistics.sql`); null while they are too few.
 */
export async function findTypicalWait(tx: Transaction): Promise<TypicalWait | null> {
  const [row] = await tx.execute<Pick<OutlookRow, "decisions" | "wait_p50" | "wait_p90">>(
    sql`select cardinality(waits) as decisions, wait_p50, wait_p90 from moderation_statistics`,
  );
  return row ? toTypicalWait(row) : null;
}

export function toReviewOutlook(row: OutlookRow): ReviewOutlook {
  return { position: row.ahead + 1, pending: row.pending, typicalWaitSeconds: toTypicalWait(row) };
}

function toTypicalWait(row: Pick<OutlookRow, "decisions" | "wait_p50" | "wait_p90">): TypicalWait | null {
  if (row.decisions < MIN_DECISIONS) return null;
  return { p50: Math.round(row.wait_p50), p90: Math.round(row.wait_p90) };
}

export function viewOfListing({ listing, decision }: ListingRecord): ListingSummary {
  return {
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
    submittedAt: listing.submittedAt.toISOString(),
    decidedAt: listing.decidedAt?.toISOString() ?? null,
    decision,
  };
}

const MIN_DECISIONS = 10;

/** What `listing_queue_position` and `submit_listing` tell. */
export interface OutlookRow extends Record<string, unknown> {
  ahead: number;
  pending: number;
  decisions: number;
  wait_p50: number;
  wait_p90: number;
}
