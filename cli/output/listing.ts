import type { Listing, Review } from "../api/responses.ts";
import { formatApproximateDuration } from "../terminal/format.ts";
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
  PENDING_APPROVAL: "waits for approval",
  APPROVED: "is on the marketplace",
  REJECTED: "was rejected",
  WITHDRAWN: "was withdrawn",
  SUSPENDED: "was taken off the marketplace",
};

const MARKETPLACE_PATHS: Record<Listing["type"], string> = {
  APP_PLUGIN: "app-plugin",
  SYSTEM_PLUGIN: "system-plugin",
  THEME: "theme",
};

/** Parts of a page's URL. */
export interface PageLocation {
  baseUrl: string;
  tenantSlug: string;
}

/** Details of a listing: status, queue or decision, last messages and URL. */
export function formatListing(
  listing: Listing,
  review: Review | null,
  location: PageLocation,
  style: Style,
): string {
  const { name, version, status, id } = listing;
  const paint = style[STATUS_COLORS[status]];
  const fields: Field[] = [
    ["State", paint(status)],
    ["Listing", id],
    ...getQueueFields(listing, review),
    ...getDecisionFields(listing, review),
    ...getMessageFields(review),
    ["Look", getPageUrl(listing, location)],
  ];
  if (status === "PENDING_APPROVAL") fields.push(["Follow", `cli listing status ${id} --wait`]);
  const title = `${paint("●")} ${style.bold(`${name} ${version}`)} ${STATUS_TEXTS[status]}`;
  return `${sanitizeLine(title)}\n\n${formatFields(fields, style.dim)}`;
}

/** "Offline Sync 1.0.0 was rejected". */
export const formatListingStatus = ({ name, version, status }: Listing): string =>
  sanitizeLine(`${name} ${version} ${STATUS_TEXTS[status]}`);

function getQueueFields({ review: queue }: Listing, review: Review | null): Field[] {
  if (!queue) return [];
  const { position, pending, typicalWaitSeconds: wait } = queue;
  const fields: Field[] = [
    ["Queue", `${position} of ${pending}`],
    [
      "Usual wait",
      wait
        ? `about ${formatApproximateDuration(wait.p50)}; nine in ten within ${formatApproximateDuration(wait.p90)}`
        : "not known yet; too few decisions so far",
    ],
  ];
  if (review?.dueAt) fields.push(["Due", review.dueAt]);
  return fields;
}

function getDecisionFields({ decision, decidedAt }: Listing, review: Review | null): Field[] {
  const fields: Field[] = [];
  const reason = review?.reason;
  if (decidedAt) fields.push(["Decided", decidedAt]);
  if (decision?.reason) {
    const isKnown = reason?.id === decision.reason;
    fields.push(["Reason", isKnown ? `${reason.title} (${reason.id})` : decision.reason]);
  }
  if (decision?.comment) fields.push(["Comment", decision.comment]);
  if (reason?.help) fields.push(["To fix it", reason.help]);
  return fields;
}

const MAX_MESSAGES = 3;

function getMessageFields(review: Review | null): Field[] {
  const last = review?.messages.slice(-MAX_MESSAGES) ?? [];
  return last.map(({ from, text }) => [from === "MODERATOR" ? "Moderator" : "You wrote", text]);
}

function getPageUrl({ id, status, type, slug }: Listing, { baseUrl, tenantSlug }: PageLocation): string {
  return status === "APPROVED"
    ? `${baseUrl}/marketplace/${MARKETPLACE_PATHS[type]}/${slug}`
    : `${baseUrl}/builder/${tenantSlug}/listings/${id}`;
}
