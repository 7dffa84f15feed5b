import { sql } from "drizzle-orm";
import { listings } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { pageOf } from "@/server/core/pagination.ts";
import { mutate, queryAsTenant, read } from "@/server/core/transactions.ts";
import { findChangelogDocument } from "@/server/domains/items/markdown/changelog-documents.ts";
import type { MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";
import { parseListedLook } from "@/server/domains/items/themes/look.ts";
import type { ThemeLook } from "@/shared/plugin/theme-config.ts";
import { REFERENCE_FIELD } from "@/shared/vocabulary.ts";
import { type ListingCountRow, listingCountsQuery, toListingCounts } from "./counts.ts";
import type { ListListings, ListVersions } from "./input.ts";
import {
  getListing,
  type ListingRow,
  listingRowsQuery,
  newestListings,
  rowToSummary,
  toListingSummary,
} from "./listing-row.ts";
import { findQueuePosition } from "./queue-position.ts";
import { transitionListing } from "./transition.ts";
import type { ListingCounts, ListingSummary, ListingView } from "./view.ts";

/**
 * Listing of the tenant with its decision or its position in the queue. For any member and token of the tenant.
 * @throws AppError `NOT_FOUND`
 */
export async function getListingView(ctx: TenantContext, listingId: string): Promise<ListingView> {
  return read(ctx, async (tx) => {
    const { listing, decision } = await getListing(tx, listingId, ctx.tenant.id);
    return { ...toListingSummary(listing, decision), review: await findQueuePosition(tx, listing) };
  });
}

/** Theme snapshot of one of the tenant's listings; null for a plugin. Any member may read it. */
export async function getListedLook(ctx: TenantContext, listingId: string): Promise<ThemeLook | null> {
  const { listing } = await read(ctx, (tx) => getListing(tx, listingId, ctx.tenant.id));
  return parseListedLook(listing.themeLook);
}

/** Parsed changelog of one of the tenant's listings; null until it is parsed. Any member may read it. */
export function getListedChangelog(ctx: TenantContext, listingId: string): Promise<MarkdownDocument | null> {
  return read(ctx, async (tx) => {
    const { listing } = await getListing(tx, listingId, ctx.tenant.id);
    return findChangelogDocument(tx, listing.id);
  });
}

/** Listings of the tenant, newest first. Any member may read them. */
export async function listListings(ctx: TenantContext, input: ListListings) {
  const rows = await queryAsTenant<ListingRow>(ctx, (tenantId) =>
    listingRowsQuery(sql`
      where listings.id in ${newestListings(tenantId, { ...input, limit: input.limit + 1 })}
      order by submitted_at desc, listings.id desc`),
  );
  const { shown, nextCursor } = pageOf(rows, input.limit, (row) => [new Date(row.submittedAt), row.id]);
  return { listings: shown.map(rowToSummary), nextCursor };
}

const MAX_VERSIONS = 200;

/** Versions of one of the tenant's entities, highest first. Any member may read them. */
export async function listVersions(
  ctx: TenantContext,
  { type, entityId }: ListVersions,
): Promise<ListingSummary[]> {
  const rows = await queryAsTenant<ListingRow>(ctx, (tenantId) =>
    listingRowsQuery(sql`
      where tenant_id = ${tenantId} and ${listings[REFERENCE_FIELD[type]]} = ${entityId}
      order by version_key desc limit ${MAX_VERSIONS}`),
  );
  return rows.map(rowToSummary);
}

/** Numbers of the tenant's listings by status. Any member may read them. */
export async function countListings(ctx: TenantContext): Promise<ListingCounts> {
  return toListingCounts(await queryAsTenant<ListingCountRow>(ctx, listingCountsQuery));
}

/**
 * Withdraws a pending, approved or suspended listing. Its version number stays used. Needs `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function withdrawListing(ctx: TenantContext, listingId: string): Promise<ListingView> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return mutate(ctx, "listing.withdraw", async (tx, joined) => {
    const transition = { listingId, action: "withdraw", tenantId: ctx.tenant.id } as const;
    const { summary, audit } = await transitionListing(tx, joined, transition);
    return { result: { ...summary, review: null }, audit };
  });
}
