import type { Transaction } from "@/db/client.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { AdminContext, Context } from "@/server/core/context.ts";
import { RESPONSE_TIMEOUT_MS } from "@/server/core/timeouts.ts";
import { mutate } from "@/server/core/transactions.ts";
import { lacksCode } from "@/server/domains/items/archives/policy.ts";
import { listHighFindings } from "@/server/domains/listings/checks/results.ts";
import type { FindingView } from "@/server/domains/listings/checks/view.ts";
import { transitionListing } from "@/server/domains/listings/transition.ts";
import { undoTransition } from "@/server/domains/listings/undo.ts";
import type { ListingSummary } from "@/server/domains/listings/view.ts";
import { AppError, toAppError } from "@/shared/errors.ts";
import { endClaim, requireOwnClaim } from "./claim.ts";
import type { DecideListing, DecideListings, UndoDecisions } from "./input.ts";
import { NO_CODE, UNDO_TIMEOUT_MS } from "./policy.ts";
import type { DecisionOutcome } from "./view.ts";

/**
 * Approves or rejects a pending listing, suspends an approved one, or restores it (specification 3.1). For Super Admins. The
 * second of two concurrent decisions is refused with the first. Another admin's claim must be taken over first. An approval
 * acknowledges all open High findings, and that a plugin version has no code. Decision, status, event and audit row are one transaction; the event is held back for
 * `UNDO_TIMEOUT_MS`, so that the decision can be undone before the publisher is notified.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`; `VALIDATION_FAILED` without an acknowledgement
 */
export async function decideListing(ctx: Context, input: DecideListing): Promise<ListingSummary> {
  return decide(requireSuperAdmin(ctx), input);
}

/**
 * Bulk decision on pending listings. For Super Admins. Listings with open High findings or without code are not approved:
 * those are acknowledged one by one.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function decideListings(
  ctx: Context,
  { listingIds, ...decision }: DecideListings,
): Promise<DecisionOutcome[]> {
  const admin = requireSuperAdmin(ctx);
  return forEachListing(ctx, listingIds, (listingId) => decide(admin, { ...decision, listingId }));
}

/**
 * Undo of the caller's last decision on each listing, within `UNDO_TIMEOUT_MS` of it. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function undoDecisions(ctx: Context, { listingIds }: UndoDecisions): Promise<DecisionOutcome[]> {
  const admin = requireSuperAdmin(ctx);
  return forEachListing(ctx, listingIds, (listingId) =>
    mutate(admin, "listing.undo", async (tx, joined) => {
      const { summary, audit } = await undoTransition(tx, joined, listingId);
      return { result: summary, audit };
    }),
  );
}

/** No decision starts later, so that none is made after the response timed out. */
const BULK_TIMEOUT_MS = RESPONSE_TIMEOUT_MS / 2;

/** Runs one transaction for each listing. Failures and timeouts are reported per listing. */
async function forEachListing(
  ctx: Context,
  listingIds: readonly string[],
  run: (listingId: string) => Promise<ListingSummary>,
): Promise<DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = [];
  const endsAt = ctx.now().getTime() + BULK_TIMEOUT_MS;
  for (const listingId of listingIds) {
    try {
      if (ctx.now().getTime() > endsAt) throw bulkTimeout();
      const { status } = await run(listingId);
      outcomes.push({ listingId, status });
    } catch (error) {
      const { code, message } = toAppError(error);
      outcomes.push({ listingId, problem: { code, message } });
    }
  }
  return outcomes;
}

const bulkTimeout = () =>
  new AppError("UNAVAILABLE", "The database is busy. This listing was not decided. Try again shortly.");

function decide(admin: AdminContext, input: DecideListing): Promise<ListingSummary> {
  return mutate(admin, `listing.${input.action}`, async (tx, joined) => {
    await requireOwnClaim(tx, admin, input);
    const { summary, audit } = await transitionListing(tx, joined, {
      ...input,
      heldUntil: new Date(admin.now().getTime() + UNDO_TIMEOUT_MS),
    });
    await endClaim(tx, input.listingId);
    if (input.action !== "approve") return { result: summary, audit };
    const acknowledged = await requireAcknowledgement(tx, summary, input.acknowledgedFindings);
    return {
      result: summary,
      audit: {
        ...audit,
        after: { ...audit.after, ...(acknowledged.length > 0 && { acknowledgedFindings: acknowledged }) },
      },
    };
  });
}

const MAX_NAMED_FINDINGS = 3;

/**
 * Acknowledgement of the open High findings of a listing, and of a plugin version without code, without which it is not approved. It names the findings that the
 * moderator has seen, so one that a later run of the checks added is not covered by it.
 * @param acknowledged fingerprints
 * @returns the acknowledged findings, as kept in the audit log
 * @throws AppError `VALIDATION_FAILED` with the field `acknowledgedFindings`
 */
async function requireAcknowledgement(
  tx: Transaction,
  listing: ListingSummary,
  acknowledged: readonly string[] = [],
): Promise<string[]> {
  const findings = await listHighFindings(tx, listing.id);
  const open = findings.filter(({ fingerprint }) => !acknowledged.includes(fingerprint));
  const noCode = lacksCode(listing) ? [NO_CODE] : [];
  const isAccepted = noCode.every((mark) => acknowledged.includes(mark));
  if (open.length === 0 && isAccepted)
    return [...noCode, ...findings.map(({ rule, ...place }) => `${rule}${describePlace(place)}`)];
  const message = [!isAccepted && ACCEPT_NO_CODE, open.length > 0 && describeOpen(open)]
    .filter(Boolean)
    .join(" ");
  throw new AppError("VALIDATION_FAILED", message, {
    problems: [{ path: "acknowledgedFindings", message }],
  });
}

const ACCEPT_NO_CODE = "Accept in the review that this version has no code to approve it.";

function describeOpen(open: readonly FindingView[]): string {
  const named = open
    .slice(0, MAX_NAMED_FINDINGS)
    .map(({ title, ...place }) => `${title}${describePlace(place)}`);
  const further = open.length - named.length;
  const all = [...named, ...(further > 0 ? [`${further} more`] : [])].join(", ");
  return `Accept ${open.length === 1 ? "the High finding" : `${open.length} High findings`} in the review to approve: ${all}.`;
}

function describePlace({ path, line }: Pick<FindingView, "path" | "line">): string {
  if (path === null) return "";
  return ` (${line === null ? path : `${path}:${line}`})`;
}
