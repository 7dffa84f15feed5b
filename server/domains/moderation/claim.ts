import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { moderationClaims, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { AdminContext, Context } from "@/server/core/context.ts";
import { mutate, writeUnaudited } from "@/server/core/transactions.ts";
import { lockListing } from "@/server/domains/listings/listing-row.ts";
import { invalidTransition } from "@/shared/errors.ts";
import type { ClaimReview, DecideListing } from "./input.ts";
import { CLAIM_TTL_MS } from "./policy.ts";

/**
 * Claims the review of a pending listing, or renews the claim (heartbeat). For Super Admins. With `takeOver`, another admin's
 * claim is taken over, which is audited; a claim alone is not.
 * @returns the current claim, which may be another admin's; null once the listing is decided
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function claimReview(
  ctx: Context,
  { listingId, takeOver }: ClaimReview,
): Promise<ReviewClaim | null> {
  const admin = requireSuperAdmin(ctx);
  const held = await writeUnaudited(admin, async (tx) => {
    // Locked against a decision, which deletes the claim.
    const { tenantId, status } = await lockListing(tx, listingId, { strength: "key share" });
    if (status !== "PENDING_APPROVAL") return null;
    await upsertClaim(tx, admin, listingId, lte(moderationClaims.expiresAt, admin.now()));
    return { tenantId, claim: await findClaim(tx, admin, listingId) };
  });
  if (!held?.claim || held.claim.isYours || !takeOver) return held?.claim ?? null;
  return takeOverClaim(admin, { listingId, tenantId: held.tenantId, from: held.claim });
}

/** Releases the caller's claim before it expires. For Super Admins. */
export async function releaseReview(ctx: Context, listingId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  const isOwn = and(
    eq(moderationClaims.listingId, listingId),
    eq(moderationClaims.userId, admin.actor.userId),
  );
  await writeUnaudited(admin, (tx) => tx.delete(moderationClaims).where(isOwn));
}

export const CLAIM_COLUMNS = {
  userId: moderationClaims.userId,
  name: users.name,
  since: moderationClaims.claimedAt,
  until: moderationClaims.expiresAt,
};

export async function findClaim(
  tx: Reader,
  admin: AdminContext,
  listingId: string,
): Promise<ReviewClaim | null> {
  const [claim] = await tx
    .select(CLAIM_COLUMNS)
    .from(moderationClaims)
    .innerJoin(users, eq(users.id, moderationClaims.userId))
    .where(and(eq(moderationClaims.listingId, listingId), gt(moderationClaims.expiresAt, admin.now())));
  return claim ? toReviewClaim(claim, admin) : null;
}

/** Claim on a review by the admin who has it open. `until` is its expiry unless renewed. */
export type ReviewClaim = ReturnType<typeof toReviewClaim>;

export function toReviewClaim(
  claim: { userId: string; name: string; since: Date; until: Date },
  { actor }: AdminContext,
) {
  const { userId, name, since, until } = claim;
  return {
    name,
    isYours: userId === actor.userId,
    since: since.toISOString(),
    until: until.toISOString(),
  };
}

/** @throws AppError `INVALID_TRANSITION` while another admin holds the claim */
export async function requireOwnClaim(
  tx: Transaction,
  admin: AdminContext,
  { listingId, action }: DecideListing,
): Promise<void> {
  if (action !== "approve" && action !== "reject") return;
  const claim = await findClaim(tx, admin, listingId);
  if (!claim || claim.isYours) return;
  throw invalidTransition(
    `${claim.name} is already reviewing this listing. Take over the review to decide it.`,
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
    await upsertClaim(tx, admin, listingId, sql`true`);
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

/** Inserts or renews the caller's claim; replaces another admin's if `mayReplace`. */
async function upsertClaim(
  tx: Transaction,
  { actor, now }: AdminContext,
  listingId: string,
  mayReplace: ReturnType<typeof lte>,
): Promise<void> {
  const { userId } = actor;
  const claimedAt = now();
  const expiresAt = new Date(claimedAt.getTime() + CLAIM_TTL_MS);
  const isRenewal = and(eq(moderationClaims.userId, userId), gt(moderationClaims.expiresAt, claimedAt));
  await tx
    .insert(moderationClaims)
    .values({ listingId, userId, claimedAt, expiresAt })
    .onConflictDoUpdate({
      target: moderationClaims.listingId,
      set: {
        userId,
        expiresAt,
        claimedAt: sql`case when ${isRenewal} then ${moderationClaims.claimedAt} else excluded.claimed_at end`,
      },
      setWhere: sql`${eq(moderationClaims.userId, userId)} or ${mayReplace}`,
    });
}
