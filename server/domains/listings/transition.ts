import { desc, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingDecisions, listings, users } from "@/db/schema/index.ts";
import type { AuditSubject } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { startRollout } from "@/server/domains/apps/rollouts/start.ts";
import { announceMarketplaceChange } from "@/server/events/marketplace-changes.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { type AppError, invalidTransition, notFound } from "@/shared/errors.ts";
import type { ListingStatus } from "@/shared/vocabulary.ts";
import { listingDecided } from "./events.ts";
import { lockListing, toListingSummary } from "./listing-row.ts";
import { type ListingAction, nextStatus } from "./policy.ts";
import { recheckAbove } from "./queue-checks.ts";
import type { ListingSummary } from "./view.ts";

/** Action on a listing, of one tenant if `tenantId` is given. */
export interface ListingTransition {
  listingId: string;
  action: ListingAction;
  tenantId?: string;
  reason?: string | undefined;
  comment?: string | undefined;
  /** End of the time in which the transition can be undone; notifications wait for it. */
  heldUntil?: Date;
}

/**
 * State transition of a listing in the caller's transaction: locks it, applies the policy, updates the status, and records
 * decision and event. The trigger function `sync_marketplace_item` (`db/functions/marketplace.sql`) publishes an approved
 * listing in `marketplace_items`. Later versions are checked again, since they are compared with the approved one. Of two
 * concurrent transitions the second is refused with the first decision.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function transitionListing(
  tx: Transaction,
  ctx: Context,
  { listingId, action, tenantId, reason, comment, heldUntil }: ListingTransition,
): Promise<{ summary: ListingSummary; audit: AuditSubject }> {
  const before = await lockListing(tx, listingId, { tenantId });
  const status = nextStatus(before.status, action);
  if (!status) throw await refusedTransition(tx, before, action);
  const now = ctx.now();
  const [listing] = await tx
    .update(listings)
    .set({ status, decidedAt: now })
    .where(eq(listings.id, before.id))
    .returning();
  if (!listing) throw notFound("listing");
  // Before the decision is inserted: its trigger locks the moderation statistics, for which other decisions wait.
  if ([before.status, status].includes("APPROVED")) {
    await recheckAbove(tx, ctx, listing);
    announceMarketplaceChange(ctx);
  }
  if (before.status === "APPROVED") {
    await enqueue(
      tx,
      "announce_unavailable",
      { listingId: before.id },
      heldUntil ? { runAt: heldUntil } : {},
    );
  }
  if (status === "APPROVED") await startRollout(tx, ctx, listing, heldUntil ?? now);
  const decision = { action: status, reason: reason ?? null, comment: comment ?? null };
  await tx.insert(listingDecisions).values({
    ...decision,
    id: ctx.newId(),
    tenantId: before.tenantId,
    listingId: before.id,
    waitSeconds: isFirstDecision(before.status, action) ? secondsBetween(before.submittedAt, now) : null,
    decidedBy: "userId" in ctx.actor ? ctx.actor.userId : null,
    decidedAt: now,
  });
  await recordEvent(tx, ctx, listingDecided(listing, decision), { heldUntil: heldUntil ?? null });
  return {
    summary: toListingSummary(listing, decision),
    audit: {
      type: "listing",
      id: before.id,
      tenantId: before.tenantId,
      before: { status: before.status },
      after: { status, reason: decision.reason, comment: decision.comment },
    },
  };
}

async function refusedTransition(
  tx: Transaction,
  listing: { id: string; status: ListingStatus },
  action: ListingAction,
): Promise<AppError> {
  const [last] = await tx
    .select({ name: users.name, at: listingDecisions.decidedAt })
    .from(listingDecisions)
    .leftJoin(users, eq(users.id, listingDecisions.decidedBy))
    .where(eq(listingDecisions.listingId, listing.id))
    .orderBy(desc(listingDecisions.decidedAt), desc(listingDecisions.id))
    .limit(1);
  const decided = last ? `, decided by ${last.name ?? "the platform"} at ${last.at.toISOString()}` : "";
  return invalidTransition(`Cannot ${action} a listing that is ${listing.status}${decided}.`);
}

const isFirstDecision = (status: ListingStatus, action: ListingAction): boolean =>
  status === "PENDING_APPROVAL" && action !== "withdraw";

const secondsBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 1000);
