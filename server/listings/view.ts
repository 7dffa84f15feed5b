import { z } from "zod";
import { LISTING_STATUSES, LISTING_TYPES } from "@/db/schema/vocabulary.ts";

/** The last act on a listing; `action` is the state it led to. */
export const DecisionView = z.object({
  action: z.enum(LISTING_STATUSES),
  reason: z.string().nullable(),
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

/** A listing in a list: no outlook, since that is judged one at a time. */
export type ListingSummary = Omit<ListingView, "review">;

/** How many listings of a tenant are in each state. */
export type ListingCounts = Record<(typeof LISTING_STATUSES)[number], number>;

export interface ListingPage {
  listings: ListingSummary[];
  nextCursor: string | null;
}
