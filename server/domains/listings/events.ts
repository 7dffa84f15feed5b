import { excerptStart } from "@/server/events/event-types.ts";
import type { DomainEvent } from "@/server/events/record-event.ts";
import type { ListingStatus } from "@/shared/vocabulary.ts";
import type { Listing } from "./listing-row.ts";

export const listingSubmitted = (listing: Listing): DomainEvent => ({
  ...listingEvent(listing),
  type: "listing.submitted",
});

/** Event of a decision by a moderator, or of a withdrawal by the publisher. */
export function listingDecided(
  listing: Listing,
  { reason, comment }: { reason: string | null; comment: string | null },
): DomainEvent {
  const type = EVENT_BY_STATUS[listing.status];
  const { data, ...event } = listingEvent(listing);
  if (type === "listing.submitted") return { ...event, type, data };
  return { ...event, type, data: { ...data, reason, comment: comment && excerptStart(comment) } };
}

export function listingMessage(
  listing: Listing,
  { from, text }: { from: "PUBLISHER" | "MODERATOR"; text: string },
): DomainEvent {
  const { data, ...event } = listingEvent(listing);
  return { ...event, type: "listing.message", data: { ...data, from, text: excerptStart(text) } };
}

const EVENT_BY_STATUS = {
  PENDING_APPROVAL: "listing.submitted",
  APPROVED: "listing.approved",
  REJECTED: "listing.rejected",
  SUSPENDED: "listing.suspended",
  WITHDRAWN: "listing.withdrawn",
} as const satisfies Record<ListingStatus, DomainEvent["type"]>;

const listingEvent = ({ id, tenantId, type, name, slug, version, status }: Listing) => ({
  tenantId,
  subjectId: id,
  data: { listingId: id, type, name, slug, version, status },
});
