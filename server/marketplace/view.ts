import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { ThemeLook } from "../themes/input.ts";

/** An item of the public marketplace in its newest approved version. */
export interface MarketplaceItem {
  listingId: string;
  type: ListingType;
  slug: string;
  name: string;
  version: string;
  description: string;
  publisher: string;
  approvedAt: string;
  /** A theme's look as it was approved; null for what is no theme. */
  look: ThemeLook | null;
}

export interface MarketplacePage {
  items: MarketplaceItem[];
  nextCursor: string | null;
}

/** An approved version; its archive is there for plugins that brought one. */
export interface MarketplaceVersion {
  listingId: string;
  version: string;
  changelog: string | null;
  approvedAt: string;
  archive: { sha256: string; sizeBytes: string; downloads: number } | null;
}

/** An item with all its approved versions, highest first. */
export interface MarketplaceItemDetail extends MarketplaceItem {
  versions: MarketplaceVersion[];
}
