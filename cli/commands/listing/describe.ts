import type { Listing, ListingStatus, ListingType, Review } from "../../api/views.ts";
import { formatSpan } from "../../terminal/format.ts";
import { oneLine } from "../../terminal/harmless.ts";
import type { Reporter } from "../../terminal/reporter.ts";
import type { Style } from "../../terminal/style.ts";
import { formatFacts } from "../../terminal/table.ts";

const COLOUR_OF: Record<ListingStatus, keyof Style> = {
  PENDING_APPROVAL: "yellow",
  APPROVED: "green",
  REJECTED: "red",
  WITHDRAWN: "dim",
  SUSPENDED: "red",
};

const SENTENCE_OF: Record<ListingStatus, string> = {
  PENDING_APPROVAL: "waits for approval",
  APPROVED: "is on the marketplace",
  REJECTED: "was rejected",
  WITHDRAWN: "was withdrawn",
  SUSPENDED: "was taken off the marketplace",
};

const MARKETPLACE_PATH: Record<ListingType, string> = {
  APP_PLUGIN: "app-plugin",
  SYSTEM_PLUGIN: "system-plugin",
  THEME: "theme",
};

/** What the addresses of pages are made of. */
export interface Place {
  baseUrl: string;
  tenantSlug: string;
}

/** A listing as a person wants to know it: what became of it, and what there is to do or to look at. */
export function describeListing(
  listing: Listing,
  { out }: Reporter,
  place: Place,
  review: Review | null = null,
): string {
  const { name, version, status, id } = listing;
  const paint = out[COLOUR_OF[status]];
  const facts: [string, string][] = [
    ["State", paint(status)],
    ["Listing", id],
    ...reviewFacts(listing, review),
    ...decisionFacts(listing, review),
    ...messageFacts(review),
    ["Look", getClientAddress(listing, place)],
    ...(status === "PENDING_APPROVAL"
      ? ([["Follow", `cli listing status ${id} --wait`]] as [string, string][])
      : []),
  ];
  const head = oneLine(`${paint("●")} ${out.bold(`${name} ${version}`)} ${SENTENCE_OF[status]}`);
  return `${head}\n\n${formatFacts(facts, out.dim)}`;
}

export const sentenceOf = ({ name, version, status }: Listing): string =>
  oneLine(`${name} ${version} ${SENTENCE_OF[status]}`);

function reviewFacts({ review }: Listing, more: Review | null): [string, string][] {
  if (!review) return [];
  const { position, pending, typicalWaitSeconds: wait } = review;
  const usual = wait
    ? `about ${formatSpan(wait.p50)}; nine in ten within ${formatSpan(wait.p90)}`
    : "not known yet; too few decisions so far";
  return [
    ["Queue", `${position} of ${pending}`],
    ["Usual wait", usual],
    ...(more?.dueAt ? ([["Due", more.dueAt]] as [string, string][]) : []),
  ];
}

function decisionFacts({ decision, decidedAt }: Listing, review: Review | null): [string, string][] {
  const facts: [string, string][] = [];
  if (decidedAt) facts.push(["Decided", decidedAt]);
  if (decision?.reason) facts.push(["Reason", titleOf(decision.reason, review)]);
  if (decision?.comment) facts.push(["Comment", decision.comment]);
  if (review?.reason?.help) facts.push(["To fix it", review.reason.help]);
  return facts;
}

const titleOf = (id: string, review: Review | null): string =>
  review?.reason?.id === id ? `${review.reason.title} (${id})` : id;

/** What was written last; the whole conversation is on the page. */
const MESSAGES_SHOWN = 3;

function messageFacts(review: Review | null): [string, string][] {
  const last = review?.messages.slice(-MESSAGES_SHOWN) ?? [];
  return last.map(({ from, text }) => [from === "MODERATOR" ? "Moderator" : "You wrote", text]);
}

function getClientAddress({ id, status, type, slug }: Listing, { baseUrl, tenantSlug }: Place): string {
  const path =
    status === "APPROVED"
      ? `marketplace/${MARKETPLACE_PATH[type]}/${slug}`
      : `builder/${tenantSlug}/listings/${id}`;
  return `${baseUrl}/${path}`;
}
