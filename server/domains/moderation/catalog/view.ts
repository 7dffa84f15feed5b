import type { Page } from "@/server/core/pagination.ts";
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
  published: string | null;
  versions: number;
  pending: number;
  suspended: number;
  lastSubmittedAt: string | null;
  createdAt: string;
}

export type CatalogItemsPage = Page<"items", CatalogItem>;

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

export type CatalogListingsPage = Page<"listings", CatalogListing>;
