import { isolateName } from "@/cli/terminal/sanitize.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import type { Listing, Review } from "../api/responses.ts";
import { formatApproximateDuration, formatMinute } from "../terminal/format.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { type Field, formatFields } from "../terminal/table.ts";

const STATUS_COLORS: Record<Listing["status"], keyof Style> = {
  PENDING_APPROVAL: "yellow",
  APPROVED: "green",
  REJECTED: "red",
  WITHDRAWN: "dim",
  SUSPENDED: "red",
};

const STATUS_TEXTS: Record<Listing["status"], string> = {
  PENDING_APPROVAL: "is pending approval",
  APPROVED: "is approved",
  REJECTED: "was rejected",
  WITHDRAWN: "was withdrawn",
  SUSPENDED: "was suspended",
};

/** Details of a listing: status, queue or decision, last messages and URL. */
export function formatListing(
  listing: Listing,
  review: Review | null,
  page: { baseUrl: string; tenantSlug: string },
  style: Style,
): string {
  const { name, version, status, id, review: queue, decision } = listing;
  const paint = style[STATUS_COLORS[status]];
  const fields: Field[] = [
    ["Status", paint(status)],
    ["Listing", id],
    ["Queue", queue && `${queue.position} of ${queue.pending}`],
    ["Typical wait", queue && formatUsualWait(queue)],
    ["Due", queue && review?.dueAt && formatMinute(review.dueAt)],
    ["Decided", listing.decidedAt && formatMinute(listing.decidedAt)],
    ["Reason", decision && formatReason(decision.reason, review)],
    ["Comment", decision?.comment],
    ["Fix", review?.reason?.help],
    ...formatMessages(review),
    ["View", getPageUrl(listing, page)],
    ["Follow", status === "PENDING_APPROVAL" ? `cli listing status ${id} --wait` : null],
  ];
  const title = `${paint("●")} ${style.bold(`${isolateName(name)} ${version}`)} ${STATUS_TEXTS[status]}`;
  return `${sanitizeLine(title)}\n\n${formatFields(fields, style.dim)}`;
}

/** "Offline Sync 1.0.0 was rejected". */
export const formatListingStatus = ({ name, version, status }: Listing): string =>
  sanitizeLine(`${isolateName(name)} ${version} ${STATUS_TEXTS[status]}`);

function formatUsualWait({ typicalWaitSeconds: wait }: NonNullable<Listing["review"]>): string {
  if (!wait) return "unknown";
  const [median, p90] = [wait.p50, wait.p90].map(formatApproximateDuration);
  return `p50 ${median}, p90 ${p90}`;
}

/** "Quality (QUALITY)", or the id alone if its title is unknown. */
const formatReason = (id: string | null, review: Review | null): string | null =>
  review?.reason && review.reason.id === id ? `${review.reason.title} (${id})` : id;

const MAX_MESSAGES = 3;

const formatMessages = (review: Review | null): Field[] =>
  (review?.messages ?? [])
    .slice(-MAX_MESSAGES)
    .map(({ from, text }) => [from === "MODERATOR" ? "Moderator" : "You", text]);

function getPageUrl(
  { id, status, type, slug }: Listing,
  page: { baseUrl: string; tenantSlug: string },
): string {
  return status === "APPROVED"
    ? `${page.baseUrl}/marketplace/${LISTING_TYPE_SEGMENTS[type]}/${slug}`
    : `${page.baseUrl}/builder/${page.tenantSlug}/listings/${id}`;
}
