import type { ListingStatus } from "@/db/schema/vocabulary.ts";
import { excerptStart } from "../events/event-types.ts";
import type { DomainEvent } from "../events/record-event.ts";
import type { ListingRecord } from "./record.ts";

type Listing = ListingRecord["listing"];

/** That a listing waits for moderation. */
export const listingSubmitted = (listing: Listing): DomainEvent => ({
  ...aboutListing(listing),
  type: "listing.submitted",
});

/** That somebody decided on a listing: a moderator, or the publisher who took it back. */
export function listingDecided(
  listing: Listing,
  { reason, comment }: { reason: string | null; comment: string | null },
): DomainEvent {
  const type = EVENT_OF_STATUS[listing.status];
  const { data, ...about } = aboutListing(listing);
  if (type === "listing.submitted") return { ...about, type, data };
  return { ...about, type, data: { ...data, reason, comment: comment && excerptStart(comment) } };
}

/** That publisher or moderators wrote about a listing. */
export function listingMessage(
  listing: Listing,
  { from, text }: { from: "PUBLISHER" | "MODERATOR"; text: string },
): DomainEvent {
  const { data, ...about } = aboutListing(listing);
  return { ...about, type: "listing.message", data: { ...data, from, text: excerptStart(text) } };
}

const EVENT_OF_STATUS = {
  PENDING_APPROVAL: "listing.submitted",
  APPROVED: "listing.approved",
  REJECTED: "listing.rejected",
  SUSPENDED: "listing.suspended",
  WITHDRAWN: "listing.withdrawn",
} as const satisfies Record<ListingStatus, DomainEvent["type"]>;

const aboutListing = ({ id, tenantId, type, name, slug, version, status }: Listing) => ({
  tenantId,
  subjectId: id,
  data: { listingId: id, type, name, slug, version, status },
});
