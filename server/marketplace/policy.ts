import type { ListingType } from "@/db/schema/vocabulary.ts";

export const MARKETPLACE_SORTS = ["latest", "name"] as const;
export type MarketplaceSort = (typeof MARKETPLACE_SORTS)[number];

/** URL path of the archive of a version. */
export const downloadPath = ({ type, slug, version }: { type: ListingType; slug: string; version: string }) =>
  `/api/marketplace/downloads/${type.toLowerCase().replace("_", "-")}/${slug}/${encodeURIComponent(version)}`;
