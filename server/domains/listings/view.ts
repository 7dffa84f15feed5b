import { z } from "zod";
import { LISTING_STATUSES, LISTING_TYPES } from "@/shared/vocabulary.ts";
import { REASON_IDS } from "./policy.ts";

/** Id of a reason. Not an enum, as removed reasons stay in old decisions. */
const reason = z
  .string()
  .nullable()
  .meta({ description: `Reason for the decision: ${REASON_IDS.join(", ")}. See /docs/moderation.` });

/** Last decision on a listing. `action` is the resulting status. */
export const DecisionView = z.object({
  action: z.enum(LISTING_STATUSES),
  reason,
  comment: z.string().nullable(),
});
export type DecisionView = z.output<typeof DecisionView>;

/** Position of a pending listing in the queue. `typicalWaitSeconds` is null before ten decisions. */
export const ReviewOutlook = z.object({
  position: z.number().int(),
  pending: z.number().int(),
  typicalWaitSeconds: z.object({ p50: z.number().int(), p90: z.number().int() }).nullable(),
});
export type ReviewOutlook = z.output<typeof ReviewOutlook>;

/** Listing as its publisher sees it. */
export const ListingView = z.object({
  id: z.string(),
  type: z.enum(LISTING_TYPES),
  name: z.string(),
  slug: z.string(),
  version: z.string(),
  description: z.string(),
  changelog: z.string().nullable(),
  appPluginId: z.string().nullable(),
  themeId: z.string().nullable(),
  systemPluginId: z.string().nullable(),
  archiveSha256: z.string().nullable(),
  tenantId: z.string(),
  status: z.enum(LISTING_STATUSES),
  submittedAt: z.string(),
  decidedAt: z.string().nullable(),
  decision: DecisionView.nullable(),
  review: ReviewOutlook.nullable(),
});
export type ListingView = z.output<typeof ListingView>;

export const ListingDecision = DecisionView.extend({ at: z.string() });
export type ListingDecision = z.output<typeof ListingDecision>;

/** Message of the publisher or a moderator. `by` is null for an anonymous moderator. */
export const ListingMessage = z.object({
  id: z.string(),
  from: z.enum(["PUBLISHER", "MODERATOR"]),
  by: z.string().nullable(),
  text: z.string(),
  sentAt: z.string(),
});
export type ListingMessage = z.output<typeof ListingMessage>;

/** Moderation status of one listing, for its publisher. */
export const ListingReviewView = z.object({
  listingId: z.string(),
  status: z.enum(LISTING_STATUSES),
  review: ReviewOutlook.nullable(),
  dueAt: z.string().nullable().meta({
    description: "Due time of the decision, by a target of the platform for the type; null after it.",
  }),
  reason: z
    .object({ id: z.string(), title: z.string(), help: z.string().nullable() })
    .nullable()
    .meta({ description: "Reason for the last decision, and how to fix it." }),
  acts: z.array(ListingDecision),
  messages: z.array(ListingMessage),
});
export type ListingReviewView = z.output<typeof ListingReviewView>;

/** Listing in a list, without its position in the queue. */
export type ListingSummary = Omit<ListingView, "review">;

export type ListingCounts = Record<(typeof LISTING_STATUSES)[number], number>;
