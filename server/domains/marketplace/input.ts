import { z } from "zod";
import { ListingTypeInput, ListingTypeSegmentInput, Slug, Version } from "@/shared/text/fields.ts";
import { oneOf, pageCursor, reference, searchText } from "@/shared/text/text.ts";
import { ITEM_CATEGORIES, LISTING_TYPES } from "@/shared/vocabulary.ts";
import { MARKETPLACE_SORTS, THEME_FORMATS } from "./policy.ts";

export const SearchMarketplace = z.object({
  search: searchText().default(""),
  type: z.array(z.enum(LISTING_TYPES)).default([]),
  /** Items of any of these. Default: all. */
  category: z.array(z.enum(ITEM_CATEGORIES)).default([]),
  publisher: Slug.optional(),
  /** Relevance by default, latest without a text. */
  sort: z.enum(MARKETPLACE_SORTS).optional(),
  limit: z.number().int().min(1).max(100).default(24),
  cursor: pageCursor().optional(),
});
export type SearchMarketplace = z.output<typeof SearchMarketplace>;

export const MarketplaceItemKey = z.object({ type: ListingTypeInput, slug: Slug });
export type MarketplaceItemKey = z.output<typeof MarketplaceItemKey>;

export const MoveFeaturedItem = MarketplaceItemKey.extend({ direction: z.enum(["UP", "DOWN"]) });
export type MoveFeaturedItem = z.output<typeof MoveFeaturedItem>;

/** Versions whose changelogs a page shows. */
export const ChangelogsOf = z.object({ listingIds: z.array(reference()).max(100) });
export type ChangelogsOf = z.output<typeof ChangelogsOf>;

export const DownloadKey = z.object({ type: ListingTypeSegmentInput, slug: Slug, version: Version });
export type DownloadKey = z.output<typeof DownloadKey>;

export const DownloadQuery = z.object({
  format: oneOf(THEME_FORMATS)
    .default("tokens")
    .describe("Format of a theme. Plugins have one: their archive."),
});
export type DownloadQuery = z.output<typeof DownloadQuery>;
