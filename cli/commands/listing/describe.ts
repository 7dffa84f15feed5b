import type { Listing, ListingStatus, ListingType } from "../../api/views.ts";
import { formatSpan } from "../../terminal/format.ts";
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
export function describeListing(listing: Listing, { out }: Reporter, place: Place): string {
  const { name, version, status, id } = listing;
  const paint = out[COLOUR_OF[status]];
  const facts: [string, string][] = [
    ["State", paint(status)],
    ["Listing", id],
    ...reviewFacts(listing),
    ...decisionFacts(listing),
    ["Look", addressOf(listing, place)],
    ...(status === "PENDING_APPROVAL"
      ? ([["Follow", `cli listing status ${id} --wait`]] as [string, string][])
      : []),
  ];
  return `${paint("●")} ${out.bold(`${name} ${version}`)} ${SENTENCE_OF[status]}\n\n${formatFacts(facts, out.dim)}`;
}

export const sentenceOf = ({ name, version, status }: Listing): string =>
  `${name} ${version} ${SENTENCE_OF[status]}`;

function reviewFacts({ review }: Listing): [string, string][] {
  if (!review) return [];
  const { position, pending, typicalWaitSeconds: wait } = review;
  const usual = wait
    ? `about ${formatSpan(wait.p50)}; nine in ten within ${formatSpan(wait.p90)}`
    : "not known yet; too few decisions so far";
  return [
    ["Queue", `${position} of ${pending}`],
    ["Usual wait", usual],
  ];
}

function decisionFacts({ decision, decidedAt }: Listing): [string, string][] {
  const facts: [string, string][] = [];
  if (decidedAt) facts.push(["Decided", decidedAt]);
  if (decision?.reason) facts.push(["Reason", decision.reason]);
  if (decision?.comment) facts.push(["Comment", decision.comment]);
  return facts;
}

function addressOf({ id, status, type, slug }: Listing, { baseUrl, tenantSlug }: Place): string {
  const path =
    status === "APPROVED"
      ? `marketplace/${MARKETPLACE_PATH[type]}/${slug}`
      : `builder/${tenantSlug}/listings/${id}`;
  return `${baseUrl}/${path}`;
}
