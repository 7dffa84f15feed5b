import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { listingChecks, listings, moderationClaims, tenants, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { AdminContext, Context } from "@/server/core/context.ts";
import { decodeTimeCursor, encodeCursor } from "@/server/core/pagination.ts";
import { read } from "@/server/core/transactions.ts";
import { lacksCode } from "@/server/domains/items/archives/policy.ts";
import { listRiskFlags } from "@/server/domains/listings/checks/results.ts";
import { countPendingListings } from "@/server/domains/listings/counts.ts";
import { dueAt, findTypicalWait } from "@/server/domains/listings/queue-position.ts";
import type { VersionFlag } from "@/shared/plugin/version-flags.ts";
import { CLAIM_COLUMNS, toReviewClaim } from "./claim.ts";
import type { ListQueue } from "./input.ts";
import type { QueuedListing, QueuePage } from "./view.ts";

/**
 * Moderation queue: pending listings of all tenants, oldest first, in the order of an index, so that a page costs the same
 * at any queue length. For Super Admins.
 */
export async function listQueue(ctx: Context, input: ListQueue): Promise<QueuePage> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const rows = await selectQueue(tx, admin)
      .where(and(eq(listings.status, "PENDING_APPROVAL"), ...filtersOf(input)))
      .orderBy(asc(listings.submittedAt), asc(listings.id))
      .limit(input.limit + 1);
    const shown = rows.slice(0, input.limit);
    const risks = await listRiskFlags(
      tx,
      shown.map(({ id }) => id),
    );
    const page = shown.map((row): QueuedListing => {
      const { submittedAt, claim, archiveSha256, ...listing } = row;
      return {
        ...listing,
        submittedAt: submittedAt.toISOString(),
        lacksCode: lacksCode(row),
        dueAt: dueAt(row).toISOString(),
        risk: risks.get(row.id) ?? null,
        claim: claim ? toReviewClaim(claim, admin) : null,
      };
    });
    const last = rows.length > input.limit ? page.at(-1) : undefined;
    return {
      listings: page,
      nextCursor: last ? encodeCursor(last.submittedAt, last.id) : null,
      pending: await countPendingListings(tx),
      typicalWait: await findTypicalWait(tx),
    };
  });
}

function selectQueue(tx: Reader, admin: AdminContext) {
  const claim = tx
    .select({ listingId: moderationClaims.listingId, ...CLAIM_COLUMNS })
    .from(moderationClaims)
    .innerJoin(users, eq(users.id, moderationClaims.userId))
    .where(gt(moderationClaims.expiresAt, admin.now()))
    .as("claim");
  return tx
    .select({
      id: listings.id,
      type: listings.type,
      name: listings.name,
      slug: listings.slug,
      version: listings.version,
      archiveSha256: listings.archiveSha256,
      flags: sql<VersionFlag[]>`coalesce(${listings.versionFlags}, '[]')`,
      submittedAt: listings.submittedAt,
      publisher: { slug: tenants.slug, name: tenants.name },
      isUpdate: IS_UPDATE,
      claim: { userId: claim.userId, name: claim.name, since: claim.since, until: claim.until },
    })
    .from(listings)
    .innerJoin(tenants, eq(tenants.id, listings.tenantId))
    .leftJoin(claim, eq(claim.listingId, listings.id))
    .$dynamic();
}

/** Scalar subqueries, here and below, are evaluated by index per row of the page; EXISTS may be hashed for all rows. */
const IS_UPDATE = sql<boolean>`coalesce((select true from ${listings} earlier where earlier.type = ${listings.type}
  and earlier.slug = ${listings.slug} and earlier.status = 'APPROVED' limit 1), false)`;

const IS_FLAGGED = sql`(${listings.versionFlags} is not null or lacks_code(${listings}) or coalesce((select found.high + found.medium > 0
  from ${listingChecks} found where found.listing_id = ${listings.id}), false))`;

function filtersOf({ type, kind, marks, publisher, cursor }: ListQueue): (SQL | undefined)[] {
  const [only] = kind;
  return [
    type.length > 0 ? inArray(listings.type, type) : undefined,
    kind.length === 1 ? (only === "update" ? IS_UPDATE : sql`not ${IS_UPDATE}`) : undefined,
    marks.includes("flagged") ? IS_FLAGGED : undefined,
    marks.includes("free") ? isNull(sql`claim.user_id`) : undefined,
    publisher ? eq(tenants.slug, publisher) : undefined,
    cursor ? newerThan(decodeTimeCursor(cursor)) : undefined,
  ];
}

function newerThan({ at, id }: { at: Date; id: string }): SQL | undefined {
  return or(gt(listings.submittedAt, at), and(eq(listings.submittedAt, at), gt(listings.id, id)));
}
