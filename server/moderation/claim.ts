import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listings, moderationClaims, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { AdminContext, Context } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { mutate, read } from "../platform/mutate.ts";
import type { ClaimReview, DecideListing } from "./input.ts";
import { CLAIM_TTL_MS } from "./policy.ts";
import type { ReviewClaim } from "./view.ts";

/**
 * Claims a pending listing for the reviewer who has it open, or keeps the claim alive; gives who holds it, who may be
 * somebody else, and null once the listing is decided. With `takeSession` it is the caller's whoever held it, which is an
 * act of its own in the audit log; a claim by itself changes nothing and is none. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function claimReview(
  ctx: Context,
  { listingId, takeSession }: ClaimReview,
): Promise<ReviewClaim | null> {
  const admin = requireSuperAdmin(ctx);
  const held = await read(admin, async (tx) => {
    const tenantId = await requirePending(tx, listingId);
    if (tenantId === null) return null;
    await renew(tx, admin, listingId, lte(moderationClaims.expiresAt, admin.now()));
    return { tenantId, claim: await findClaim(tx, admin, listingId) };
  });
  if (!held?.claim || held.claim.isYours || !takeSession) return held?.claim ?? null;
  return takeOverClaim(admin, { listingId, tenantId: held.tenantId, from: held.claim });
}

/** Gives the claim up, so that others need not wait for its end. For Super Admins. */
export async function releaseReview(ctx: Context, listingId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  const isMine = and(
    eq(moderationClaims.listingId, listingId),
    eq(moderationClaims.userId, admin.actor.userId),
  );
  await read(admin, (tx) => tx.delete(moderationClaims).where(isMine));
}

/** Who looks at a listing now; null when nobody does. */
export async function findClaim(
  tx: Transaction,
  admin: AdminContext,
  listingId: string,
): Promise<ReviewClaim | null> {
  const [claim] = await tx
    .select({
      userId: moderationClaims.userId,
      name: users.name,
      since: moderationClaims.claimedAt,
      until: moderationClaims.expiresAt,
    })
    .from(moderationClaims)
    .innerJoin(users, eq(users.id, moderationClaims.userId))
    .where(and(eq(moderationClaims.listingId, listingId), gt(moderationClaims.expiresAt, admin.now())));
  return claim ? viewOfClaim(claim, admin) : null;
}

export function viewOfClaim(
  claim: { userId: string; name: string; since: Date; until: Date },
  { actor }: AdminContext,
): ReviewClaim {
  const { userId, name, since, until } = claim;
  return {
    name,
    isYours: userId === actor.userId,
    since: since.toISOString(),
    until: until.toISOString(),
  };
}

/** @throws AppError `INVALID_TRANSITION` while somebody else is looking at the listing */
export async function requireOwnClaim(
  tx: Transaction,
  admin: AdminContext,
  { listingId, action }: DecideListing,
): Promise<void> {
  if (action !== "approve" && action !== "reject") return;
  const claim = await findClaim(tx, admin, listingId);
  if (!claim || claim.isYours) return;
  throw new AppError(
    "INVALID_TRANSITION",
    `${claim.name} has been reviewing this listing since ${claim.since}. Take the review over to decide it.`,
  );
}

export async function endClaim(tx: Transaction, listingId: string): Promise<void> {
  await tx.delete(moderationClaims).where(eq(moderationClaims.listingId, listingId));
}

function takeOverClaim(
  admin: AdminContext,
  { listingId, tenantId, from }: { listingId: string; tenantId: string; from: ReviewClaim },
): Promise<ReviewClaim | null> {
  return mutate(admin, "listing.take_over", async (tx) => {
    await renew(tx, admin, listingId, sql`true`);
    return {
      result: await findClaim(tx, admin, listingId),
      audit: {
        type: "listing",
        id: listingId,
        tenantId,
        before: { reviewer: from.name },
        after: { reviewer: admin.actor.name },
      },
    };
  });
}

/** Makes the claim the caller's or longer, where it is nobody's, the caller's own, or `mayTake` says so. */
async function renew(
  tx: Transaction,
  { actor, now }: AdminContext,
  listingId: string,
  mayTake: ReturnType<typeof lte>,
): Promise<void> {
  const { userId } = actor;
  const claimedAt = now();
  const expiresAt = new Date(claimedAt.getTime() + CLAIM_TTL_MS);
  const isKept = and(eq(moderationClaims.userId, userId), gt(moderationClaims.expiresAt, claimedAt));
  await tx
    .insert(moderationClaims)
    .values({ listingId, userId, claimedAt, expiresAt })
    .onConflictDoUpdate({
      target: moderationClaims.listingId,
      set: {
        userId,
        expiresAt,
        claimedAt: sql`case when ${isKept} then ${moderationClaims.claimedAt} else excluded.claimed_at end`,
      },
      setWhere: sql`${eq(moderationClaims.userId, userId)} or ${mayTake}`,
    });
}

/** The tenant of a listing that waits; null when it does not wait any more. */
async function requirePending(tx: Transaction, listingId: string): Promise<string | null> {
  const [listing] = await tx
    .select({ tenantId: listings.tenantId, status: listings.status })
    .from(listings)
    .where(eq(listings.id, listingId))
    .for("key share");
  if (!listing) throw notFound("listing");
  return listing.status === "PENDING_APPROVAL" ? listing.tenantId : null;
}
