import { and, asc, countDistinct, desc, eq, isNull, ne, type SQL, sql, sum } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { archives, listingDownloads, listings, purchases, tenants, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { measureImpact } from "@/server/domains/apps/installations/impact.ts";
import { findChangelogDocument } from "@/server/domains/items/markdown/changelog-documents.ts";
import { parseListedLook } from "@/server/domains/items/themes/look.ts";
import {
  type ListingCountRow,
  listingCountsQuery,
  toListingCounts,
} from "@/server/domains/listings/counts.ts";
import {
  getListing,
  type Listing,
  type ListingRecord,
  selectListings,
  toListingSummary,
} from "@/server/domains/listings/listing-row.ts";
import { listMessages } from "@/server/domains/listings/messages.ts";
import { dueAt, findTypicalWait } from "@/server/domains/listings/queue-position.ts";
import { listDecisions } from "@/server/domains/listings/review.ts";
import { notFound } from "@/shared/errors.ts";
import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import { REFERENCE_FIELD } from "@/shared/vocabulary.ts";
import { findClaim } from "./claim.ts";
import { listNotes } from "./notes.ts";
import type { ListingReview } from "./view.ts";

/** Review of one listing, for its page. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getReview(ctx: Context, listingId: string): Promise<ListingReview> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const { listing, decision } = await getListing(tx, listingId);
    const approved = await findApproved(tx, listing);
    const submitted = parseListedLook(listing.themeLook);
    return {
      listing: toListingSummary(listing, decision),
      changelog: await findChangelogDocument(tx, listing.id),
      dueAt: dueAt(listing).toISOString(),
      typicalWait: await findTypicalWait(tx),
      publisher: await getPublisherHistory(tx, listing.tenantId),
      submittedBy: await findSubmitter(tx, listing.submittedBy),
      approved: approved ? toListingSummary(approved.listing, approved.decision) : null,
      flags: listing.versionFlags ?? [],
      manifests: {
        submitted: await findManifest(tx, listing),
        approved: approved ? await findManifest(tx, approved.listing) : null,
      },
      looks: submitted && { submitted, approved: parseListedLook(approved?.listing.themeLook) },
      reach: await getReach(tx, listing),
      impact: await measureImpact(tx, listing.id),
      history: await listVersions(tx, listing),
      decisions: await listDecisions(tx, listing.id),
      messages: await listMessages(tx, listing.id),
      notes: await listNotes(tx, listing.id),
      claim: await findClaim(tx, admin, listing.id),
      nextListingId: await findNext(tx, listing),
    };
  });
}

/** Approved version to compare a listing with: the highest below it, or else the highest. */
export async function findApproved(tx: Reader, listing: Listing): Promise<ListingRecord | undefined> {
  const [approved] = await selectListings(tx)
    .where(and(isOtherVersion(listing), eq(listings.status, "APPROVED")))
    .orderBy(sql`${listings.versionKey} < ${listing.versionKey} desc`, desc(listings.versionKey))
    .limit(1);
  return approved;
}

const isOtherVersion = ({ id, type, slug }: Listing): SQL | undefined =>
  and(eq(listings.type, type), eq(listings.slug, slug), ne(listings.id, id));

async function findManifest(
  tx: Reader,
  { tenantId, archiveSha256 }: Listing,
): Promise<PluginManifest | null> {
  if (!archiveSha256) return null;
  const [archive] = await tx
    .select({ manifest: archives.manifest })
    .from(archives)
    .where(and(eq(archives.tenantId, tenantId), eq(archives.sha256, archiveSha256)));
  return (archive?.manifest as PluginManifest | undefined) ?? null;
}

async function findSubmitter(tx: Reader, userId: string | null): Promise<ListingReview["submittedBy"]> {
  if (!userId) return null;
  const [user] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? null;
}

async function listVersions(tx: Reader, listing: Listing): Promise<ListingReview["history"]> {
  const rows = await tx
    .select({
      id: listings.id,
      version: listings.version,
      status: listings.status,
      submittedAt: listings.submittedAt,
    })
    .from(listings)
    .where(isOtherVersion(listing))
    .orderBy(desc(listings.versionKey))
    .limit(20);
  return rows.map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }));
}

/** Next pending listing by age; after the newest, the oldest. */
async function findNext(tx: Reader, listing: Listing): Promise<string | null> {
  const { id, submittedAt } = listing;
  const isNewer = sql`(${listings.submittedAt}, ${listings.id}) > (${submittedAt.toISOString()}::timestamptz, ${id}::uuid)`;
  return (await findOldest(tx, isNewer)) ?? (await findOldest(tx, ne(listings.id, id)));
}

async function findOldest(tx: Reader, where: SQL): Promise<string | null> {
  const [oldest] = await tx
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.status, "PENDING_APPROVAL"), where))
    .orderBy(asc(listings.submittedAt), asc(listings.id))
    .limit(1);
  return oldest?.id ?? null;
}

/** Publisher of a listing, with the numbers of its submissions by status. */
async function getPublisherHistory(tx: Reader, tenantId: string): Promise<ListingReview["publisher"]> {
  const [publisher] = await tx.select().from(tenants).where(eq(tenants.id, tenantId));
  if (!publisher) throw notFound("listing");
  const counts = await tx.execute<ListingCountRow>(listingCountsQuery(sql`${tenantId}::uuid`));
  return {
    id: publisher.id,
    slug: publisher.slug,
    name: publisher.name,
    since: publisher.createdAt.toISOString(),
    isSuspended: publisher.suspendedAt !== null,
    submissions: toListingCounts(counts),
  };
}

/** Reach of an item: downloads of all versions of the slug, and the tenants that bought the item. */
async function getReach(tx: Reader, listing: Listing): Promise<ListingReview["reach"]> {
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
  const [buyers] = entityId
    ? await tx
        .select({ count: countDistinct(purchases.tenantId) })
        .from(purchases)
        .where(and(eq(purchases.itemId, entityId), isNull(purchases.revokedAt)))
    : [];
  return {
    downloads: versions?.downloads ?? 0,
    downloadsOfVersion: versions?.downloadsOfVersion ?? 0,
    publishedVersions: versions?.published ?? 0,
    tenants: buyers?.count ?? 0,
  };
}
