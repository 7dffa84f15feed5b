import { asc, eq } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { listingDecisions, users } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { getListing } from "./listing-row.ts";
import { listMessages } from "./messages.ts";
import { describeReason } from "./policy.ts";
import { dueAt, findQueuePosition } from "./queue-position.ts";
import type { ListingDecision, ListingReviewView } from "./view.ts";

/**
 * Moderation status of a listing of the tenant, with decisions and messages, oldest first: position and due date while it is
 * pending, then the reason and its remedy. For any member and token of the tenant. Moderators stay anonymous.
 * @throws AppError `NOT_FOUND`
 */
export async function getListingReview(ctx: TenantContext, listingId: string): Promise<ListingReviewView> {
  return read(ctx, async (tx) => {
    const { listing, decision } = await getListing(tx, listingId, ctx.tenant.id);
    const review = await findQueuePosition(tx, listing);
    const decisions = await listDecisions(tx, listing.id);
    const messages = await listMessages(tx, listing.id);
    return {
      listingId: listing.id,
      status: listing.status,
      review,
      dueAt: review && dueAt(listing).toISOString(),
      reason: decision?.reason ? { id: decision.reason, ...describeReason(decision.reason) } : null,
      acts: decisions.map(({ by: _, ...act }) => act),
      messages: messages.map((message) =>
        message.from === "MODERATOR" ? { ...message, by: null } : message,
      ),
    };
  });
}

/** Decisions on a listing, oldest first, with the name of the user who made each. */
export async function listDecisions(
  tx: Reader,
  listingId: string,
): Promise<(ListingDecision & { by: string | null })[]> {
  const rows = await tx
    .select({
      action: listingDecisions.action,
      reason: listingDecisions.reason,
      comment: listingDecisions.comment,
      at: listingDecisions.decidedAt,
      by: users.name,
    })
    .from(listingDecisions)
    .leftJoin(users, eq(users.id, listingDecisions.decidedBy))
    .where(eq(listingDecisions.listingId, listingId))
    .orderBy(asc(listingDecisions.decidedAt), asc(listingDecisions.id));
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
