import { z } from "zod";
import { REASON_IDS } from "@/server/domains/listings/policy.ts";
import { MAX_MESSAGE_LENGTH } from "@/shared/bounds.ts";
import { pageFields, Slug } from "@/shared/text/fields.ts";
import { multilineText, oneOf, plainText, reference } from "@/shared/text/text.ts";
import { LISTING_TYPES } from "@/shared/vocabulary.ts";
import { MAX_BULK_DECISIONS } from "./policy.ts";

const Reason = oneOf(REASON_IDS);

const Approval = z.object({
  action: z.literal("approve"),
  comment: multilineText(MAX_MESSAGE_LENGTH, 0).optional(),
});
const Rejection = z.object({
  action: z.literal("reject"),
  reason: Reason,
  comment: multilineText(MAX_MESSAGE_LENGTH),
});
const Suspension = z.object({
  action: z.literal("suspend"),
  reason: Reason,
  comment: multilineText(MAX_MESSAGE_LENGTH),
});
const Restoration = z.object({ action: z.literal("restore"), comment: multilineText(MAX_MESSAGE_LENGTH) });

/** Fingerprints of the findings that a moderator accepts; more than a listing can have is refused. */
const MAX_ACKNOWLEDGED_FINDINGS = 500;
const MAX_FINGERPRINT_LENGTH = 64;
const acknowledgedFindings = z
  .array(plainText(MAX_FINGERPRINT_LENGTH))
  .max(MAX_ACKNOWLEDGED_FINDINGS, `must have at most ${MAX_ACKNOWLEDGED_FINDINGS} findings`)
  .optional();

const onListing = { listingId: reference() };

/**
 * Decision of a Super Admin. A rejection or suspension needs a typed reason and a comment, a restoration a comment, and an
 * approval the fingerprints of all open High findings, and `NO_CODE` for a plugin version without an archive.
 */
export const DecideListing = z.discriminatedUnion("action", [
  Approval.extend({ ...onListing, acknowledgedFindings }),
  Rejection.extend(onListing),
  Suspension.extend(onListing),
  Restoration.extend(onListing),
]);
export type DecideListing = z.output<typeof DecideListing>;

const onListings = {
  listingIds: z
    .array(reference())
    .min(1, "choose at least one listing")
    .max(MAX_BULK_DECISIONS, `choose up to ${MAX_BULK_DECISIONS} listings`)
    .transform((ids) => [...new Set(ids)]),
};

/** Bulk decision on pending listings. It acknowledges no findings. */
export const DecideListings = z.discriminatedUnion("action", [
  Approval.extend(onListings),
  Rejection.extend(onListings),
]);
export type DecideListings = z.output<typeof DecideListings>;

export const UndoDecisions = z.object(onListings);
export type UndoDecisions = z.output<typeof UndoDecisions>;

export const SelectedListings = z.object(onListings);

export const ReviewedListing = z.object(onListing);

/** Internal note about a listing. */
export const WriteNote = z.object({ ...onListing, text: multilineText(MAX_MESSAGE_LENGTH) });
export type WriteNote = z.output<typeof WriteNote>;

export const ReadReviewedFile = z.object({ ...onListing, path: plainText(1_024) });
export type ReadReviewedFile = z.output<typeof ReadReviewedFile>;

/** Claim of a review. `takeOver` replaces the claim of another admin. */
export const ClaimReview = z.object({ ...onListing, takeOver: z.boolean().default(false) });
export type ClaimReview = z.output<typeof ClaimReview>;

export const SUBMISSION_KINDS = ["first", "update"] as const;
export const QUEUE_MARKS = ["flagged", "free"] as const;

/** One page of the moderation queue, oldest first. `marks`: with risk flags; without a claim. */
export const ListQueue = z.object({
  type: z.array(z.enum(LISTING_TYPES)).default([]),
  kind: z.array(z.enum(SUBMISSION_KINDS)).default([]),
  marks: z.array(z.enum(QUEUE_MARKS)).default([]),
  publisher: Slug.optional(),
  ...pageFields(25),
});
export type ListQueue = z.output<typeof ListQueue>;
