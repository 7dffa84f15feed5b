import type { ListingStatus, ListingType } from "@/db/schema/vocabulary.ts";
import type { ListingSummary } from "../listings/view.ts";
import type { ThemeLook } from "../themes/input.ts";

/** A pending listing as the queue shows it. `isUpdate` says that an earlier version of its slug was approved. */
export interface QueuedListing {
  id: string;
  type: ListingType;
  name: string;
  slug: string;
  version: string;
  submittedAt: string;
  publisher: { slug: string; name: string };
  isUpdate: boolean;
}

export interface QueuePage {
  listings: QueuedListing[];
  nextCursor: string | null;
  pending: number;
}

/** All that a reviewer sees of one listing. */
export interface ListingReview {
  listing: ListingSummary;
  publisher: { id: string; slug: string; name: string };
  submittedBy: { name: string; email: string } | null;
  /** The newest approved version of the slug other than this one, to compare with. */
  approved: ListingSummary | null;
  /** How the archive differs from that of the version before, a sentence each. */
  flags: string[];
  /** A theme's looks as both were submitted; null for what is no theme. */
  looks: { submitted: ThemeLook; approved: ThemeLook | null } | null;
  history: { status: ListingStatus; version: string; submittedAt: string; id: string }[];
  decisions: {
    action: ListingStatus;
    reason: string | null;
    comment: string | null;
    decidedAt: string;
    decidedBy: string | null;
  }[];
  /** The listing to review after this one, oldest first; null when the queue holds no other. */
  nextListingId: string | null;
}
