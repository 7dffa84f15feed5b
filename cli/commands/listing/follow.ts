import type { Api } from "../../api/api.ts";
import type { Listing, ListingStatus, Review } from "../../api/views.ts";
import { EXIT, type ExitCode, Failure } from "../../failure.ts";
import { type Session, unlessStopped } from "../../session.ts";
import { formatDuration } from "../../terminal/format.ts";
import { poll } from "../polling.ts";

export const DEFAULT_TIMEOUT_MS = 3_600_000;

export async function readListing(api: Api, listingId: string): Promise<Listing> {
  const path = `/api/marketplace/listings/${encodeURIComponent(listingId)}`;
  return (await api.call<Listing>({ method: "GET", path })).body;
}

/** What moderators and publisher said of it; null where the platform cannot tell. */
export async function findReview(api: Api, listingId: string): Promise<Review | null> {
  const path = `/api/marketplace/listings/${encodeURIComponent(listingId)}/review`;
  try {
    return (await api.call<Review>({ method: "GET", path })).body;
  } catch (error) {
    if (error instanceof Failure && error.details.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** Waits for the moderators' decision; resolves with the listing as it is in the end, perhaps still pending. */
export async function followDecision(
  session: Session,
  api: Api,
  first: Listing,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<Listing> {
  const { reporter } = session;
  if (first.status !== "PENDING_APPROVAL") return first;
  const startedAt = session.now();
  reporter.note(
    `Waiting up to ${formatDuration(timeoutMs)} for the decision; it is safe to stop with Ctrl-C`,
  );
  const activity = reporter.start("Waiting for the decision");
  let position: number | undefined;
  const following = poll(session, first, {
    read: () => readListing(api, first.id),
    isOver: ({ status }) => status !== "PENDING_APPROVAL",
    onState: ({ review }) => {
      const place = review ? `, ${review.position} of ${review.pending} in the queue` : "";
      activity.update(
        () => `Waiting for the decision${place} (${formatDuration(session.now() - startedAt)})`,
      );
      if (!session.stderr.isTTY && review && review.position !== position) {
        reporter.note(`Place ${review.position} of ${review.pending} in the queue`);
      }
      position = review?.position;
    },
    timeoutMs,
  });
  return unlessStopped(session, following.finally(activity.clear), {
    message: "Stopped waiting; the listing still waits for approval.",
    hint: `Look again: cli listing status ${first.id} --wait`,
  });
}

const OUTCOME: Record<ListingStatus, ExitCode> = {
  APPROVED: EXIT.done,
  PENDING_APPROVAL: EXIT.stillPending,
  REJECTED: EXIT.rejected,
  WITHDRAWN: EXIT.failed,
  SUSPENDED: EXIT.failed,
};

/** What a command that waited for a listing's decision ends with. */
export const outcomeOf = ({ status }: Listing): ExitCode => OUTCOME[status];
