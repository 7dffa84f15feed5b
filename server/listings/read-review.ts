import type { TenantContext } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import { listActs, listMessages } from "./conversation.ts";
import { describeReason, dueAt } from "./policy.ts";
import { findQueuePlace, getListingInTenant } from "./record.ts";
import type { ListingReviewView } from "./view.ts";

/**
 * Where the moderation of one of the tenant's listings stands: its place and when it is due, or the reason and how to
 * fix it; what was decided and what was written, each oldest first. Any member and any token of the tenant may read it.
 * Moderators are not named: they speak for the platform.
 * @throws AppError `NOT_FOUND`
 */
export async function getListingReview(ctx: TenantContext, listingId: string): Promise<ListingReviewView> {
  return read(ctx, async (tx) => {
    const { listing, decision } = await getListingInTenant(tx, ctx, listingId);
    const review = await findQueuePlace(tx, listing);
    const acts = await listActs(tx, listing.id);
    const messages = await listMessages(tx, listing.id);
    return {
      listingId: listing.id,
      status: listing.status,
      review,
      dueAt: review && dueAt(listing.submittedAt, review.typicalWaitSeconds).toISOString(),
      reason: decision?.reason ? { id: decision.reason, ...describeReason(decision.reason) } : null,
      acts: acts.map(({ by: _, ...act }) => act),
      messages: messages.map((message) =>
        message.from === "MODERATOR" ? { ...message, by: null } : message,
      ),
    };
  });
}
