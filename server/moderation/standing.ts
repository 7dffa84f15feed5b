import { and, count, countDistinct, desc, eq, isNull, ne, sql, sum } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Transaction } from "@/db/client.ts";
import { listingDownloads, listings, purchases, tenants } from "@/db/schema/index.ts";
import { LISTING_STATUSES } from "@/db/schema/vocabulary.ts";
import { notFound } from "../errors.ts";
import { REFERENCE_FIELD } from "../listings/policy.ts";
import type { ListingRecord } from "../listings/record.ts";
import type { ListingCounts } from "../listings/view.ts";
import type { ListingReview } from "./view.ts";

/** More submissions say no more of a publisher, and would make each review of theirs slower. */
const SUBMISSIONS_JUDGED = 1_000;

/**
 * Who publishes, since when, and what became of what they submitted: of the newest thousand that were decided, where there
 * are more, beside a thousand that wait at the most. So nobody hides what was decided behind a flood of submissions.
 */
export async function describePublisher(
  tx: Transaction,
  tenantId: string,
): Promise<ListingReview["publisher"]> {
  const [publisher] = await tx.select().from(tenants).where(eq(tenants.id, tenantId));
  if (!publisher) throw notFound("listing");
  const newest = (is: typeof eq | typeof ne) =>
    tx
      .select({ status: listings.status })
      .from(listings)
      .where(and(eq(listings.tenantId, tenantId), is(listings.status, "PENDING_APPROVAL")))
      .orderBy(desc(listings.submittedAt), desc(listings.id))
      .limit(SUBMISSIONS_JUDGED);
  const judged = unionAll(newest(ne), newest(eq)).as("judged");
  const rows = await tx.select({ status: judged.status, count: count() }).from(judged).groupBy(judged.status);
  const none = Object.fromEntries(LISTING_STATUSES.map((status) => [status, 0])) as ListingCounts;
  return {
    id: publisher.id,
    slug: publisher.slug,
    name: publisher.name,
    since: publisher.createdAt.toISOString(),
    isSuspended: publisher.suspendedAt !== null,
    submissions: { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) },
  };
}

/** Whom a decision on the listing reaches: downloads of all versions of its slug, and the tenants that bought the item. */
export async function findReach(
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
