import { and, countDistinct, eq, isNull, sql, sum } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingDownloads, listings, purchases, tenants } from "@/db/schema/index.ts";
import { type CountRow, countsByStatus, countsOf } from "../listings/counts.ts";
import { REFERENCE_FIELD } from "../listings/policy.ts";
import type { ListingRecord } from "../listings/record.ts";
import { notFound } from "../platform/errors.ts";
import type { ListingReview } from "./view.ts";

/** Who publishes, since when, and what became of all that they submitted. */
export async function getPublisherHistory(
  tx: Transaction,
  tenantId: string,
): Promise<ListingReview["publisher"]> {
  const [publisher] = await tx.select().from(tenants).where(eq(tenants.id, tenantId));
  if (!publisher) throw notFound("listing");
  const counts = await tx.execute<CountRow>(countsByStatus(sql`${tenantId}::uuid`));
  return {
    id: publisher.id,
    slug: publisher.slug,
    name: publisher.name,
    since: publisher.createdAt.toISOString(),
    isSuspended: publisher.suspendedAt !== null,
    submissions: countsOf(counts),
  };
}

/** Whom a decision on the listing reaches: downloads of all versions of its slug, and the tenants that bought the item. */
export async function getImpact(
  tx: Transaction,
  listing: ListingRecord["listing"],
): Promise<ListingReview["reach"]> {
  const [versions] = await tx
    .select({
      downloads: sum(listingDownloads.count).mapWith(Number),
      downloadsOfVersion: sum(
        sql`case when ${eq(listings.id, listing.id)} then ${listingDownloads.count} end`,
      ).mapWith(Number),
      published: sql<number>`count(*) filter (where ${eq(listings.status, "APPROVED")})`.mapWith(Number),
    })
    .from(listings)
    .leftJoin(listingDownloads, eq(listingDownloads.listingId, listings.id))
    .where(and(eq(listings.type, listing.type), eq(listings.slug, listing.slug)));
  const entityId = listing[REFERENCE_FIELD[listing.type]];
  const [owners] = entityId
    ? await tx
        .select({ count: countDistinct(purchases.tenantId) })
        .from(purchases)
        .where(and(eq(purchases.itemId, entityId), isNull(purchases.revokedAt)))
    : [];
  return {
    downloads: versions?.downloads ?? 0,
    downloadsOfVersion: versions?.downloadsOfVersion ?? 0,
    publishedVersions: versions?.published ?? 0,
    tenants: owners?.count ?? 0,
  };
}
