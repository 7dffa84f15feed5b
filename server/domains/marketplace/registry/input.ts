import { z } from "zod";
import { ListingTypeSegmentInput, PageLimit, Slug, Version } from "@/shared/text/fields.ts";
import { pageCursor, searchText } from "@/shared/text/text.ts";
import { ITEM_CATEGORIES } from "@/shared/vocabulary.ts";
import { MARKETPLACE_SORTS } from "../policy.ts";

export const ListItemsQuery = z.object({
  q: searchText().default(""),
  type: ListingTypeSegmentInput.optional(),
  category: z.array(z.enum(ITEM_CATEGORIES, { error: `must be one of ${ITEM_CATEGORIES.join(", ")}` })),
  publisher: Slug.optional(),
  sort: z.enum(MARKETPLACE_SORTS, { error: `must be one of ${MARKETPLACE_SORTS.join(", ")}` }).optional(),
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
