import { and, asc, desc, eq, gt, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingDecisions, listings, tenants, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "../authorize.ts";
import type { Context } from "../context.ts";
import { decodeTimeCursor, encodeCursor } from "../cursor.ts";
import { notFound } from "../errors.ts";
import { selectListings, viewOfListing } from "../listings/record.ts";
import { transitionListing } from "../listings/transition.ts";
import type { ListingSummary } from "../listings/view.ts";
import { mutate, read } from "../mutate.ts";
import { isUuid } from "../text.ts";
import { readListedLook } from "../themes/look.ts";
import type { DecideListing, ListQueue } from "./input.ts";
import type { ListingReview, QueuePage } from "./view.ts";

/**
 * Approves or rejects a pending listing (specification 3.1). For Super Admins. One decision wins; whoever comes second
 * is told who decided. The decision, the listing's new state and the audit row are one transaction.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function decideListing(ctx: Context, input: DecideListing): Promise<ListingSummary> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, `listing.${input.action}`, async (tx) => {
    const { record, audit } = await transitionListing(tx, admin, input);
    return { result: viewOfListing(record), audit };
  });
}

/** The pending listings of all tenants, oldest first. For Super Admins. */
export async function listQueue(ctx: Context, input: ListQueue): Promise<QueuePage> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const rows = await tx
      .select({
        id: listings.id,
        type: listings.type,
        name: listings.name,
        slug: listings.slug,
        version: listings.version,
        submittedAt: listings.submittedAt,
        publisher: { slug: tenants.slug, name: tenants.name },
        isUpdate: sql<boolean>`exists (select from ${listings} earlier where earlier.type = ${listings.type}
          and earlier.slug = ${listings.slug} and earlier.status = 'APPROVED')`,
      })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .where(
        and(
          eq(listings.status, "PENDING_APPROVAL"),
          input.type.length > 0 ? inArray(listings.type, input.type) : undefined,
          input.cursor ? youngerThan(decodeTimeCursor(input.cursor)) : undefined,
        ),
      )
      .orderBy(asc(listings.submittedAt), asc(listings.id))
      .limit(input.limit + 1);
    const page = rows
      .slice(0, input.limit)
      .map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }));
    const last = rows.length > input.limit ? page.at(-1) : undefined;
    return {
      listings: page,
      nextCursor: last ? encodeCursor(last.submittedAt, last.id) : null,
      pending: await countPending(tx),
    };
  });
}

/** All that a reviewer needs of one listing. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getReview(ctx: Context, listingId: string): Promise<ListingReview> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [record] = isUuid(listingId) ? await selectListings(tx).where(eq(listings.id, listingId)) : [];
    if (!record) throw notFound("listing");
    const { listing } = record;
    const ofSlug = and(
      eq(listings.type, listing.type),
      eq(listings.slug, listing.slug),
      ne(listings.id, listing.id),
    );
    const [publisher] = await tx
      .select({ id: tenants.id, slug: tenants.slug, name: tenants.name })
      .from(tenants)
      .where(eq(tenants.id, listing.tenantId));
    if (!publisher) throw notFound("listing");
    const [submittedBy] = listing.submittedBy
      ? await tx
          .select({ name: users.name, email: users.email })
          .from(users)
          .where(eq(users.id, listing.submittedBy))
      : [];
    const [approved] = await selectListings(tx)
      .where(and(ofSlug, eq(listings.status, "APPROVED")))
      .orderBy(desc(listings.versionKey))
      .limit(1);
    const submitted = readListedLook(listing.themeLook);
    return {
      listing: viewOfListing(record),
      publisher,
      submittedBy: submittedBy ?? null,
      approved: approved ? viewOfListing(approved) : null,
      flags: listing.flags,
      looks: submitted && { submitted, approved: readListedLook(approved?.listing.themeLook) },
      history: await listVersions(tx, ofSlug),
      decisions: await listDecisions(tx, listing.id),
      nextListingId: await findNext(tx, listing),
    };
  });
}

async function listVersions(tx: Transaction, ofSlug: SQL | undefined): Promise<ListingReview["history"]> {
  const rows = await tx
    .select({
      id: listings.id,
      version: listings.version,
      status: listings.status,
      submittedAt: listings.submittedAt,
    })
    .from(listings)
    .where(ofSlug)
    .orderBy(desc(listings.versionKey))
    .limit(20);
  return rows.map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }));
}

async function listDecisions(tx: Transaction, listingId: string): Promise<ListingReview["decisions"]> {
  const rows = await tx
    .select({
      action: listingDecisions.action,
      reason: listingDecisions.reason,
      comment: listingDecisions.comment,
      decidedAt: listingDecisions.decidedAt,
      decidedBy: users.name,
    })
    .from(listingDecisions)
    .leftJoin(users, eq(users.id, listingDecisions.decidedBy))
    .where(eq(listingDecisions.listingId, listingId))
    .orderBy(asc(listingDecisions.decidedAt), asc(listingDecisions.id));
  return rows.map((row) => ({ ...row, decidedAt: row.decidedAt.toISOString() }));
}

/** The oldest pending listing after this one, or the oldest of all when this was the youngest. */
async function findNext(tx: Transaction, listing: { id: string; submittedAt: Date }): Promise<string | null> {
  const [next] = await tx
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.status, "PENDING_APPROVAL"), ne(listings.id, listing.id)))
    .orderBy(
      sql`(${listings.submittedAt}, ${listings.id}) < (${listing.submittedAt.toISOString()}::timestamptz, ${listing.id}::uuid)`,
      asc(listings.submittedAt),
      asc(listings.id),
    )
    .limit(1);
  return next?.id ?? null;
}

const countPending = (tx: Transaction) => tx.$count(listings, eq(listings.status, "PENDING_APPROVAL"));

function youngerThan({ at, id }: { at: Date; id: string }): SQL | undefined {
  return or(gt(listings.submittedAt, at), and(eq(listings.submittedAt, at), gt(listings.id, id)));
}
