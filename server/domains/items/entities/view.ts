import { z } from "zod";
import { LISTING_TYPES, type ListingStatus } from "@/shared/vocabulary.ts";

/** Registered plugin or theme in REST. */
export const EntityView = z.object({
  id: z.string(),
  type: z.enum(LISTING_TYPES),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  tenantId: z.string(),
  createdAt: z.string(),
});
export type EntityView = z.output<typeof EntityView>;

/** Registered plugin or theme. */
export interface Entity extends EntityView {
  updatedAt: string;
}

export interface EntityVersions {
  versions: number;
  latest: { listingId: string; version: string; status: ListingStatus; submittedAt: string } | null;
  approvedVersion: string | null;
}

export interface EntitySummary extends Entity, EntityVersions {}

/** Downloads of an entity by version, highest first, and by day. */
export interface EntityDownloads {
  /** Days (UTC) of the period, oldest first. */
  dates: string[];
  versions: {
    listingId: string;
    slug: string;
    version: string;
    status: ListingStatus;
    /** Since it was published. */
    total: number;
    /** One for each of `dates`. */
    counts: number[];
  }[];
}
