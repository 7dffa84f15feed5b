import { LISTING_TYPE_SEGMENTS, type ListingType } from "@/db/schema/vocabulary.ts";

export const MARKETPLACE_SORTS = ["relevance", "latest", "name", "downloads"] as const;
export type MarketplaceSort = (typeof MARKETPLACE_SORTS)[number];

/** Order of a search: by default relevance, or latest for an empty text, to which all items are as relevant. */
export function sortOf({
  search,
  sort,
}: {
  search: string;
  sort?: MarketplaceSort | undefined;
}): MarketplaceSort {
  const isOfAll = search.trim() === "";
  if (sort === undefined || (isOfAll && sort === "relevance")) return isOfAll ? "latest" : "relevance";
  return sort;
}

/** URL path of the archive of a version. */
export const downloadPath = ({ type, slug, version }: { type: ListingType; slug: string; version: string }) =>
  `/api/marketplace/downloads/${LISTING_TYPE_SEGMENTS[type]}/${slug}/${encodeURIComponent(version)}`;
