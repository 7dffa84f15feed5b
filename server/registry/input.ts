import { z } from "zod";
import {
  ITEM_CATEGORIES,
  LISTING_TYPE_SEGMENTS,
  LISTING_TYPES,
  type ListingType,
} from "@/db/schema/vocabulary.ts";
import { MARKETPLACE_SORTS } from "../marketplace/policy.ts";
import { PageLimit, Slug, Version } from "../platform/fields.ts";
import { searchText } from "../platform/text.ts";

/** Listing type as a segment of a URL. */
const TypeSegment = z.enum(
  LISTING_TYPES.map((type) => LISTING_TYPE_SEGMENTS[type]),
  { error: `must be one of ${LISTING_TYPES.map((type) => LISTING_TYPE_SEGMENTS[type]).join(", ")}` },
);

export const toListingType = (segment: z.output<typeof TypeSegment>): ListingType =>
  LISTING_TYPES.find((type) => LISTING_TYPE_SEGMENTS[type] === segment) ?? "APP_PLUGIN";

export const ListItemsQuery = z.object({
  q: searchText().default(""),
  type: TypeSegment.optional(),
  category: z.array(z.enum(ITEM_CATEGORIES, { error: `must be one of ${ITEM_CATEGORIES.join(", ")}` })),
  publisher: Slug.optional(),
  sort: z.enum(MARKETPLACE_SORTS, { error: `must be one of ${MARKETPLACE_SORTS.join(", ")}` }).optional(),
  limit: PageLimit,
  cursor: z.string().optional(),
});
export type ListItemsQuery = z.output<typeof ListItemsQuery>;

export const RegistryItemKey = z.object({ type: TypeSegment, slug: Slug });
export type RegistryItemKey = z.output<typeof RegistryItemKey>;

export const ChangelogQuery = z.object({ from: Version, to: Version.optional() });
export type ChangelogQuery = z.output<typeof ChangelogQuery>;
