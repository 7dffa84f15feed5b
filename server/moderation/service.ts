import { transitionListing } from "../listings/transition.ts";
import type { ListingSummary } from "../listings/view.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { AdminContext, Context } from "../platform/context.ts";
import { AppError, toAppError } from "../platform/errors.ts";
import { mutate } from "../platform/mutate.ts";
import { RESPONSE_TIMEOUT_MS } from "../platform/timeouts.ts";
import { endClaim, requireOwnClaim } from "./claim.ts";
import type { DecideListing, DecideListings } from "./input.ts";
import type { DecisionOutcome } from "./view.ts";

/**
 * Approves or rejects a pending listing, suspends an approved one, or restores it (specification 3.1). For Super Admins. Of two
 * concurrent decisions the second is refused with the first. A review that another admin claimed must be taken over first.
 * Decision, status, event and audit row are one transaction.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function decideListing(ctx: Context, input: DecideListing): Promise<ListingSummary> {
  return decide(requireSuperAdmin(ctx), input);
}

/** No decision starts later, so that none is made after the response timed out. */
const BULK_TIMEOUT_MS = RESPONSE_TIMEOUT_MS / 2;

/**
 * Bulk decision on pending listings, one transaction each. Failures and timeouts are reported per listing. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function decideListings(
  ctx: Context,
  { listingIds, ...decision }: DecideListings,
): Promise<DecisionOutcome[]> {
  const admin = requireSuperAdmin(ctx);
  const outcomes: DecisionOutcome[] = [];
  const endsAt = ctx.now().getTime() + BULK_TIMEOUT_MS;
  for (const listingId of listingIds) {
    try {
      if (ctx.now().getTime() > endsAt) throw bulkTimeout();
      const { status } = await decide(admin, { ...decision, listingId });
      outcomes.push({ listingId, status });
    } catch (error) {
      const { code, message } = toAppError(error);
      outcomes.push({ listingId, problem: { code, message } });
    }
  }
  return outcomes;
}

const bulkTimeout = () =>
  new AppError("UNAVAILABLE", "The database is busy; this one was not decided. Try again shortly.");

function decide(admin: AdminContext, input: DecideListing): Promise<ListingSummary> {
  return mutate(admin, `listing.${input.action}`, async (tx, joined) => {
    await requireOwnClaim(tx, admin, input);
    const { summary, audit } = await transitionListing(tx, joined, input);
    await endClaim(tx, input.listingId);
    return { result: summary, audit };
  });
}
