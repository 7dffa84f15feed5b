import { desc, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingDecisions, listings } from "@/db/schema/index.ts";
import type { AuditSubject } from "@/server/core/audit.ts";
import type { AdminContext } from "@/server/core/context.ts";
import { discardRollout } from "@/server/domains/apps/rollouts/start.ts";
import { announceMarketplaceChange } from "@/server/events/marketplace-changes.ts";
import { discardHeldEvent } from "@/server/events/record-event.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import type { ListingStatus } from "@/shared/vocabulary.ts";
import { lockListing, toListingSummary } from "./listing-row.ts";
import { recheckAbove } from "./queue-checks.ts";
import type { ListingSummary } from "./view.ts";

type DecisionRow = typeof listingDecisions.$inferSelect;

/**
 * Undo of a moderator's last decision on a listing, in the caller's transaction: the listing returns to its former status,
 * decision and held event are removed as if they had never been. The audit log keeps both steps.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` if the last decision is another's or its event was dispatched
 */
export async function undoTransition(
  tx: Transaction,
  admin: AdminContext,
  listingId: string,
): Promise<{ summary: ListingSummary; audit: AuditSubject }> {
  const before = await lockListing(tx, listingId);
  const [last, previous] = await tx
    .select()
    .from(listingDecisions)
    .where(eq(listingDecisions.listingId, listingId))
    .orderBy(desc(listingDecisions.decidedAt), desc(listingDecisions.id))
    .limit(2);
  const isOwn = last?.decidedBy === admin.actor.userId && last.action !== "WITHDRAWN";
  if (!isOwn || !(await discardHeldEvent(tx, admin, listingId))) throw tooLate();
  const status = statusBefore(last);
  await tx.delete(listingDecisions).where(eq(listingDecisions.id, last.id));
  const [listing] = await tx
    .update(listings)
    .set({
      status,
      decidedAt: status === "PENDING_APPROVAL" ? null : (previous?.decidedAt ?? before.decidedAt),
    })
    .where(eq(listings.id, listingId))
    .returning();
  if (!listing) throw notFound("listing");
  if ([before.status, status].includes("APPROVED")) {
    await recheckAbove(tx, admin, listing);
    announceMarketplaceChange(admin);
  }
  if (before.status === "APPROVED") await discardRollout(tx, admin, listingId);
  const decision = previous ? toDecision(previous) : null;
  return {
    summary: toListingSummary(listing, decision),
    audit: {
      type: "listing",
      id: listingId,
      tenantId: before.tenantId,
      before: { status: before.status },
      after: { status },
    },
  };
}

/** Only the first decision of a moderator has a wait: it alone is made on a pending listing. */
function statusBefore({ action, waitSeconds }: DecisionRow): ListingStatus {
  if (waitSeconds !== null) return "PENDING_APPROVAL";
  return action === "SUSPENDED" ? "APPROVED" : "SUSPENDED";
}

const toDecision = ({ action, reason, comment }: DecisionRow) => ({ action, reason, comment });

const tooLate = () => invalidTransition("This decision can’t be undone anymore.");
