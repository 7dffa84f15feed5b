import type { ListingStatus, ListingType } from "@/shared/vocabulary.ts";

export interface CatalogPublisher {
  slug: string;
  name: string;
  isSuspended: boolean;
}

/** Plugin or theme of any tenant, with the numbers of its versions. */
export interface CatalogItem {
  id: string;
  type: ListingType;
  name: string;
  slug: string;
  publisher: CatalogPublisher;
  /** Highest approved version. */
  published: string | null;
  versions: number;
  pending: number;
  suspended: number;
  lastSubmittedAt: string | null;
  createdAt: string;
}

export interface CatalogItemsPage {
  items: CatalogItem[];
  nextCursor: string | null;
}

/** Version of an item of any tenant. */
export interface CatalogListing {
  id: string;
  type: ListingType;
  name: string;
  slug: string;
  version: string;
  publisher: CatalogPublisher;
  status: ListingStatus;
  downloads: number;
  submittedAt: string;
  decidedAt: string | null;
}

export interface CatalogListingsPage {
  listings: CatalogListing[];
  nextCursor: string | null;
}
