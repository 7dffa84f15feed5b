import type { ListingType } from "@/shared/vocabulary.ts";

/** Featured item as Super Admins see it. Name, version and publisher are null while it is not on the marketplace. */
export interface FeaturedItem {
  type: ListingType;
  slug: string;
  featuredAt: string;
  shown: { name: string; version: string; publisher: string } | null;
}
