import type { ListingType } from "@/db/schema/vocabulary.ts";

/** Where the archive of a version is downloaded, below the origin. */
export const downloadPath = ({ type, slug, version }: { type: ListingType; slug: string; version: string }) =>
  `/api/marketplace/downloads/${type.toLowerCase().replace("_", "-")}/${slug}/${encodeURIComponent(version)}`;
