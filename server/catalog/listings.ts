import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import { newestListings } from "../listings/newest.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import { olderThan, pageOf } from "../platform/pagination.ts";
import { matchesText } from "../platform/search.ts";
import type { BrowseListings } from "./input.ts";
import { PUBLISHER, publisherId } from "./publisher.ts";
import type { CatalogListingsPage } from "./view.ts";

/**
 * One page of the listings of all tenants in every state, the last submitted first; found by name, slug or id. For
 * Super Admins.
 */
export async function browseListings(ctx: Context, input: BrowseListings): Promise<CatalogListingsPage> {
  const admin = requireSuperAdmin(ctx);
  const { publisher, type, status, cursor, limit } = input;
  const found = and(
    matchesText(input.search, listings.id, listings.name, listings.slug),
    type.length > 0 ? inArray(listings.type, type) : undefined,
  );
  const chosen =
    publisher === undefined
      ? and(
          found,
          status.length > 0 ? inArray(listings.status, status) : undefined,
          olderThan(cursor, listings.submittedAt, listings.id),
        )
      : sql`${listings.id} in ${newestListings(publisherId(publisher), { status, cursor, limit: limit + 1 }, found)}`;
  return read(admin, async (tx) => {
    const rows = await tx
      .select({
        id: listings.id,
        type: listings.type,
        name: listings.name,
        slug: listings.slug,
        version: listings.version,
        publisher: PUBLISHER,
        status: listings.status,
        downloads: sql<number>`coalesce(${listingDownloads.count}, 0)`.mapWith(Number),
        submittedAt: listings.submittedAt,
        decidedAt: listings.decidedAt,
      })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(listingDownloads, eq(listingDownloads.listingId, listings.id))
      .where(chosen)
      .orderBy(desc(listings.submittedAt), desc(listings.id))
      .limit(limit + 1);
    const { shown, nextCursor } = pageOf(rows, limit, ({ submittedAt, id }) => [submittedAt, id]);
    return {
      listings: shown.map((row) => ({
        ...row,
        submittedAt: row.submittedAt.toISOString(),
        decidedAt: row.decidedAt?.toISOString() ?? null,
      })),
      nextCursor,
    };
  });
}
