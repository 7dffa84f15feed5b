import { sql } from "drizzle-orm";
import { listings } from "@/db/schema/index.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { mutate, queryAsTenant, read } from "../platform/mutate.ts";
import { pageOf } from "../platform/pagination.ts";
import type { ThemeLook } from "../themes/input.ts";
import { readPublishedLook } from "../themes/look.ts";
import { type CountRow, countsByStatus, countsOf } from "./counts.ts";
import type { ListListings, ListVersions } from "./input.ts";
import { newestListings } from "./newest.ts";
import { REFERENCE_FIELD } from "./policy.ts";
import { findQueuePlace, getListingInTenant, viewOfListing } from "./record.ts";
import { type ListingRow, listingRows, summaryOfRow } from "./row.ts";
import { transitionListing } from "./transition.ts";
import type { ListingCounts, ListingPage, ListingSummary, ListingView } from "./view.ts";

/**
 * One listing of the tenant with its decision or its place in the queue. Any member and any token of the tenant may
 * read it, so that publishers always learn the outcome.
 * @throws AppError `NOT_FOUND`
 */
export async function getListing(ctx: TenantContext, listingId: string): Promise<ListingView> {
  return read(ctx, async (tx) => {
    const record = await getListingInTenant(tx, ctx, listingId);
    return { ...viewOfListing(record), review: await findQueuePlace(tx, record.listing) };
  });
}

/** The look that one of the tenant's listings was submitted with; null where it is of no theme. Any member may see it. */
export async function getListedLook(ctx: TenantContext, listingId: string): Promise<ThemeLook | null> {
  const { listing } = await read(ctx, (tx) => getListingInTenant(tx, ctx, listingId));
  return readPublishedLook(listing.themeLook);
}

/** The tenant's listings, newest first. Any member may read them. */
export async function listListings(ctx: TenantContext, input: ListListings): Promise<ListingPage> {
  const rows = await queryAsTenant<ListingRow>(ctx, (tenantId) =>
    listingRows(sql`
      where listings.id in ${newestListings(tenantId, { ...input, limit: input.limit + 1 })}
      order by submitted_at desc, listings.id desc`),
  );
  const { shown, nextCursor } = pageOf(rows, input.limit, (row) => [new Date(row.submitted_at), row.id]);
  return { listings: shown.map(summaryOfRow), nextCursor };
}

const MAX_VERSIONS = 200;

/** The versions of one of the tenant's entities, the highest first. Any member may read them. */
export async function listVersions(
  ctx: TenantContext,
  { type, entityId }: ListVersions,
): Promise<ListingSummary[]> {
  const rows = await queryAsTenant<ListingRow>(ctx, (tenantId) =>
    listingRows(sql`
      where tenant_id = ${tenantId} and ${listings[REFERENCE_FIELD[type]]} = ${entityId}
      order by version_key desc limit ${MAX_VERSIONS}`),
  );
  return rows.map(summaryOfRow);
}

/** How many of the tenant's listings are in each state. Any member may know. */
export async function countListings(ctx: TenantContext): Promise<ListingCounts> {
  return countsOf(await queryAsTenant<CountRow>(ctx, countsByStatus));
}

/**
 * Takes a listing back: a pending, approved or suspended one becomes `WITHDRAWN`, and its version stays used.
 * Needs `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function withdrawListing(ctx: TenantContext, listingId: string): Promise<ListingView> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return mutate(ctx, "listing.withdraw", async (tx, joined) => {
    const act = { listingId, action: "withdraw", tenantId: ctx.tenant.id } as const;
    const { record, audit } = await transitionListing(tx, joined, act);
    return { result: { ...viewOfListing(record), review: null }, audit };
  });
}
