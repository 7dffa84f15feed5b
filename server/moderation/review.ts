import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { archives, listings, users } from "@/db/schema/index.ts";
import type { PluginManifest } from "../archives/manifest.ts";
import { listActs, listMessages } from "../listings/conversation.ts";
import { dueAt } from "../listings/policy.ts";
import { findTypicalWait, type ListingRecord, selectListings, viewOfListing } from "../listings/record.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { read } from "../platform/mutate.ts";
import { readPublishedLook } from "../themes/look.ts";
import { findClaim } from "./claim.ts";
import { getImpact, getPublisherHistory } from "./standing.ts";
import type { ListingReview } from "./view.ts";

/** All that a reviewer needs of one listing. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getReview(ctx: Context, listingId: string): Promise<ListingReview> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [record] = await selectListings(tx).where(eq(listings.id, listingId));
    if (!record) throw notFound("listing");
    const { listing } = record;
    const approved = await findApproved(tx, listing);
    const submitted = readPublishedLook(listing.themeLook);
    return {
      listing: viewOfListing(record),
      dueAt: dueAt(listing.submittedAt, await findTypicalWait(tx)).toISOString(),
      publisher: await getPublisherHistory(tx, listing.tenantId),
      submittedBy: await findSubmitter(tx, listing.submittedBy),
      approved: approved ? viewOfListing(approved) : null,
      flags: listing.flags,
      manifests: {
        submitted: await findManifest(tx, listing),
        approved: approved ? await findManifest(tx, approved.listing) : null,
      },
      looks: submitted && { submitted, approved: readPublishedLook(approved?.listing.themeLook) },
      reach: await getImpact(tx, listing),
      history: await listVersions(tx, listing),
      decisions: await listActs(tx, listing.id),
      messages: await listMessages(tx, listing.id),
      claim: await findClaim(tx, admin, listing.id),
      nextListingId: await findNext(tx, listing),
    };
  });
}

/** The newest approved version of the slug other than the listing itself, to compare with. */
export async function findApproved(
  tx: Transaction,
  listing: ListingRecord["listing"],
): Promise<ListingRecord | undefined> {
  const [approved] = await selectListings(tx)
    .where(and(ofSlug(listing), eq(listings.status, "APPROVED")))
    .orderBy(desc(listings.versionKey))
    .limit(1);
  return approved;
}

const ofSlug = ({ id, type, slug }: ListingRecord["listing"]): SQL | undefined =>
  and(eq(listings.type, type), eq(listings.slug, slug), ne(listings.id, id));

async function findManifest(
  tx: Transaction,
  { tenantId, archiveSha256 }: ListingRecord["listing"],
): Promise<PluginManifest | null> {
  if (!archiveSha256) return null;
  const [archive] = await tx
    .select({ manifest: archives.manifest })
    .from(archives)
    .where(and(eq(archives.tenantId, tenantId), eq(archives.sha256, archiveSha256)));
  return (archive?.manifest as PluginManifest | undefined) ?? null;
}

async function findSubmitter(tx: Transaction, userId: string | null): Promise<ListingReview["submittedBy"]> {
  if (!userId) return null;
  const [person] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  return person ?? null;
}

async function listVersions(
  tx: Transaction,
  listing: ListingRecord["listing"],
): Promise<ListingReview["history"]> {
  const rows = await tx
    .select({
      id: listings.id,
      version: listings.version,
      status: listings.status,
      submittedAt: listings.submittedAt,
    })
    .from(listings)
    .where(ofSlug(listing))
    .orderBy(desc(listings.versionKey))
    .limit(20);
  return rows.map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }));
}

/** The oldest pending listing after this one, or the oldest of all when this was the youngest. */
async function findNext(tx: Transaction, listing: ListingRecord["listing"]): Promise<string | null> {
  const { id, submittedAt } = listing;
  const later = sql`(${listings.submittedAt}, ${listings.id}) > (${submittedAt.toISOString()}::timestamptz, ${id}::uuid)`;
  return (await findOldest(tx, later)) ?? (await findOldest(tx, ne(listings.id, id)));
}

async function findOldest(tx: Transaction, where: SQL): Promise<string | null> {
  const [oldest] = await tx
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.status, "PENDING_APPROVAL"), where))
    .orderBy(asc(listings.submittedAt), asc(listings.id))
    .limit(1);
  return oldest?.id ?? null;
}
