import { z } from "zod";
import { pageFields, Slug } from "@/shared/text/fields.ts";
import { searchText } from "@/shared/text/text.ts";
import { LISTING_STATUSES, LISTING_TYPES } from "@/shared/vocabulary.ts";

const page = {
  search: searchText().default(""),
  type: z.array(z.enum(LISTING_TYPES)).default([]),
  publisher: Slug.optional(),
  ...pageFields(25),
};

export const ITEM_STATES = ["PUBLISHED", "UNPUBLISHED"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const BrowseItems = z.object({ ...page, state: z.array(z.enum(ITEM_STATES)).default([]) });
export type BrowseItems = z.output<typeof BrowseItems>;

export const BrowseListings = z.object({ ...page, status: z.array(z.enum(LISTING_STATUSES)).default([]) });
export type BrowseListings = z.output<typeof BrowseListings>;
