import { viewOfListing } from "../listings/record.ts";
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
 * Approves or rejects a pending listing, takes down an approved one or brings it back (specification 3.1). For Super
 * Admins. One decision wins; whoever comes second is told who decided and when. A listing that another one is looking at
 * must be taken over first. The decision, the listing's new state, its event and the audit row are one transaction.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function decideListing(ctx: Context, input: DecideListing): Promise<ListingSummary> {
  return decide(requireSuperAdmin(ctx), input);
}

/** So long decisions are begun: what is begun later could be made behind the back of a caller who was told to try again. */
const BULK_TIMEOUT_MS = RESPONSE_TIMEOUT_MS / 2;

/**
 * The same decision on many pending listings, each a transaction of its own: what cannot be decided, or not in time, is
 * told beside what was. For Super Admins.
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
      if (ctx.now().getTime() > endsAt) throw notInTime();
      const { status } = await decide(admin, { ...decision, listingId });
      outcomes.push({ listingId, status });
    } catch (error) {
      const { code, message } = toAppError(error);
      outcomes.push({ listingId, problem: { code, message } });
    }
  }
  return outcomes;
}

const notInTime = () =>
  new AppError("UNAVAILABLE", "The database is busy; this one was not decided. Try again shortly.");

function decide(admin: AdminContext, input: DecideListing): Promise<ListingSummary> {
  return mutate(admin, `listing.${input.action}`, async (tx, joined) => {
    await requireOwnClaim(tx, admin, input);
    const { record, audit } = await transitionListing(tx, joined, input);
    await endClaim(tx, input.listingId);
    return { result: viewOfListing(record), audit };
  });
}
