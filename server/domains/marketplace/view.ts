import type { Page } from "@/server/core/pagination.ts";
import type { LinkedPicture } from "@/server/domains/items/archives/pictures.ts";
import type { ThemeLook } from "@/shared/plugin/theme-config.ts";
import type { ListingType } from "@/shared/vocabulary.ts";

/** Item of the marketplace in its newest approved version. */
export interface MarketplaceItem {
  listingId: string;
  type: ListingType;
  slug: string;
  name: string;
  version: string;
  description: string;
  summary: string;
  publisher: string;
  publisherSlug: string;
  isPublisherVerified: boolean;
  approvedAt: string;
  /** Null for a plugin. */
  look: ThemeLook | null;
  icon: LinkedPicture | null;
  cover: LinkedPicture | null;
  downloads: number;
}

export type MarketplacePage = Page<"items", MarketplaceItem>;

/** Approved version. Themes and some plugins have no archive. */
export interface MarketplaceVersion {
  listingId: string;
  version: string;
  changelog: string | null;
  approvedAt: string;
  archive: { sha256: string; sizeBytes: string } | null;
  /** Names that the manifest requests. */
  permissions: string[];
  downloads: number;
}

/** Item with its approved versions, highest first. */
export interface MarketplaceItemDetail extends MarketplaceItem {
  versions: MarketplaceVersion[];
}
