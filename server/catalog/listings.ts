import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "../authorize.ts";
import type { Context } from "../context.ts";
import { olderThan, pageOf } from "../lists/newest-first.ts";
import { hasText } from "../lists/search.ts";
import { read } from "../mutate.ts";
import type { BrowseListings } from "./input.ts";
import { isFrom, PUBLISHER } from "./publisher.ts";
import type { CatalogListingsPage } from "./view.ts";

/**
 * One page of the listings of all tenants in every state, the last submitted first; found by name, slug or id. For
 * Super Admins.
 */
export async function browseListings(ctx: Context, input: BrowseListings): Promise<CatalogListingsPage> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    // Row-level security hides from the planner how many rows it lets through; it would read and sort them all.
    await tx.execute(sql`set local enable_sort = off`);
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
      .where(
        and(
          hasText(input.search, listings.id, listings.name, listings.slug),
          input.type.length > 0 ? inArray(listings.type, input.type) : undefined,
          input.status.length > 0 ? inArray(listings.status, input.status) : undefined,
          isFrom(input.publisher, listings.tenantId),
          olderThan(input.cursor, listings.submittedAt, listings.id),
        ),
      )
      .orderBy(desc(listings.submittedAt), desc(listings.id))
      .limit(input.limit + 1);
    const { shown, nextCursor } = pageOf(rows, input.limit, ({ submittedAt, id }) => [submittedAt, id]);
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
