import type { ListingType } from "@/db/schema/vocabulary.ts";

/** The orders in which the marketplace shows its items. */
export const MARKETPLACE_SORTS = ["latest", "name"] as const;
export type MarketplaceSort = (typeof MARKETPLACE_SORTS)[number];

/** Where the archive of a version is downloaded, below the origin. */
export const downloadPath = ({ type, slug, version }: { type: ListingType; slug: string; version: string }) =>
  `/api/marketplace/downloads/${type.toLowerCase().replace("_", "-")}/${slug}/${encodeURIComponent(version)}`;
