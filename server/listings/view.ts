import { z } from "zod";
import { LISTING_STATUSES, LISTING_TYPES } from "@/db/schema/vocabulary.ts";
import { REASON_IDS } from "./policy.ts";

/** A typed reason by its id. Old ones stay readable when the list changes, so any word may stand here. */
const reason = z
  .string()
  .nullable()
  .meta({ description: `Why, as one of the typed reasons: ${REASON_IDS.join(", ")}. See /docs/moderation.` });

/** The last act on a listing; `action` is the state it led to. */
export const DecisionView = z.object({
  action: z.enum(LISTING_STATUSES),
  reason,
  comment: z.string().nullable(),
});

/** Where a pending listing stands. `typicalWaitSeconds` is null before ten decisions were made. */
export const ReviewOutlook = z.object({
  position: z.number().int(),
  pending: z.number().int(),
  typicalWaitSeconds: z.object({ p50: z.number().int(), p90: z.number().int() }).nullable(),
});
export type ReviewOutlook = z.output<typeof ReviewOutlook>;

/** A listing as its publisher sees it. */
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

/** A change of a listing's state; `action` is the state it led to. */
export const ListingAct = z.object({
  action: z.enum(LISTING_STATUSES),
  reason,
  comment: z.string().nullable(),
  at: z.string(),
});
export type ListingAct = z.output<typeof ListingAct>;

/** Something that publisher or moderators wrote about a listing. `by` is null where it speaks for the platform. */
export const ListingMessage = z.object({
  id: z.string(),
  from: z.enum(["PUBLISHER", "MODERATOR"]),
  by: z.string().nullable(),
  text: z.string(),
  sentAt: z.string(),
});
export type ListingMessage = z.output<typeof ListingMessage>;

/** All that a publisher can know of the moderation of one listing. */
export const ListingReviewView = z.object({
  listingId: z.string(),
  status: z.enum(LISTING_STATUSES),
  review: ReviewOutlook.nullable(),
  dueAt: z.string().nullable().meta({ description: "When it should be decided; null once it is." }),
  reason: z
    .object({ id: z.string(), title: z.string(), help: z.string().nullable() })
    .nullable()
    .meta({ description: "The typed reason of the last decision, and how to fix it." }),
  acts: z.array(ListingAct),
  messages: z.array(ListingMessage),
});
export type ListingReviewView = z.output<typeof ListingReviewView>;

/** A listing in a list: no outlook, since that is judged one at a time. */
export type ListingSummary = Omit<ListingView, "review">;

/** How many listings of a tenant are in each state. */
export type ListingCounts = Record<(typeof LISTING_STATUSES)[number], number>;

export interface ListingPage {
  listings: ListingSummary[];
  nextCursor: string | null;
}
