import { z } from "zod";
import { ListingTypeSegmentInput, PageLimit, Slug, Version } from "@/shared/text/fields.ts";
import { oneOf, pageCursor, searchText } from "@/shared/text/text.ts";
import { ITEM_CATEGORIES } from "@/shared/vocabulary.ts";
import { MARKETPLACE_SORTS } from "../policy.ts";

export const ListItemsQuery = z.object({
  q: searchText().default(""),
  type: ListingTypeSegmentInput.optional(),
  category: z.array(oneOf(ITEM_CATEGORIES)),
  publisher: Slug.optional(),
  sort: oneOf(MARKETPLACE_SORTS).optional(),
  limit: PageLimit,
  cursor: pageCursor().optional(),
});
export type ListItemsQuery = z.output<typeof ListItemsQuery>;

export const RegistryItemKey = z.object({ type: ListingTypeSegmentInput, slug: Slug });
export type RegistryItemKey = z.output<typeof RegistryItemKey>;

export const ChangelogQuery = z.object({ from: Version, to: Version.optional() });
export type ChangelogQuery = z.output<typeof ChangelogQuery>;

export const SitemapQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a positive integer of up to 5 digits")
    .transform(Number)
    .optional(),
});
export type SitemapQuery = z.output<typeof SitemapQuery>;
