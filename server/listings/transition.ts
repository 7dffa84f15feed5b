import { desc, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingDecisions, listings, users } from "@/db/schema/index.ts";
import type { ListingStatus } from "@/db/schema/vocabulary.ts";
import { recheckAbove } from "../checks/queue/queue-checks.ts";
import { recordEvent } from "../events/record-event.ts";
import type { AuditSubject } from "../platform/audit.ts";
import type { Context } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { listingDecided } from "./events.ts";
import { type ListingAction, nextStatus } from "./policy.ts";
import type { ListingRecord } from "./record.ts";

/** An act on a listing; `tenantId` narrows it to one tenant's, so that another's is as absent as none. */
export interface ListingAct {
  listingId: string;
  action: ListingAction;
  tenantId?: string;
  reason?: string | undefined;
  comment?: string | undefined;
}

/**
 * Carries out an act on a listing inside the caller's transaction: locks it, asks the policy, changes its state and
 * keeps the decision; with what is approved, what later versions are compared with changes, and they are checked again.
 * Of two who act at once one wins and the other is told who decided.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function transitionListing(
  tx: Transaction,
  ctx: Context,
  act: ListingAct,
): Promise<{ record: ListingRecord; audit: AuditSubject }> {
  const before = await lockListing(tx, act);
  const status = nextStatus(before.status, act.action);
  if (!status) throw await refusal(tx, before, act.action);
  const now = ctx.now();
  const [listing] = await tx
    .update(listings)
    .set({ status, decidedAt: now })
    .where(eq(listings.id, before.id))
    .returning();
  if (!listing) throw notFound("listing");
  // Before the decision is kept, from when on every other moderator's waits for this one.
  if ([before.status, status].includes("APPROVED")) await recheckAbove(tx, ctx, listing);
  const decision = { action: status, reason: act.reason ?? null, comment: act.comment ?? null };
  await tx.insert(listingDecisions).values({
    ...decision,
    id: ctx.newId(),
    tenantId: before.tenantId,
    listingId: before.id,
    waitSeconds: isFirstVerdict(before.status, act.action) ? secondsBetween(before.submittedAt, now) : null,
    decidedBy: "userId" in ctx.actor ? ctx.actor.userId : null,
    decidedAt: now,
  });
  await recordEvent(tx, ctx, listingDecided(listing, decision));
  return {
    record: { listing, decision },
    audit: {
      type: "listing",
      id: before.id,
      tenantId: before.tenantId,
      before: { status: before.status },
      after: { status, reason: decision.reason, comment: decision.comment },
    },
  };
}

async function lockListing(tx: Transaction, act: ListingAct) {
  const [listing] = await tx.select().from(listings).where(eq(listings.id, act.listingId)).for("update");
  if (!listing || (act.tenantId !== undefined && listing.tenantId !== act.tenantId))
    throw notFound("listing");
  return listing;
}

async function refusal(
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
  return new AppError(
    "INVALID_TRANSITION",
    `Cannot ${action} a listing that is ${listing.status}${decided}.`,
  );
}

const isFirstVerdict = (status: ListingStatus, action: ListingAction): boolean =>
  status === "PENDING_APPROVAL" && action !== "withdraw";

const secondsBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 1000);
