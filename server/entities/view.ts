import { z } from "zod";
import { LISTING_TYPES, type ListingStatus, type ListingType } from "@/db/schema/vocabulary.ts";

/** A registered plugin or theme as programs see it. */
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

/** A registered plugin or theme. */
export interface Entity {
  id: string;
  type: ListingType;
  slug: string;
  name: string;
  description: string | null;
  createdAt: string;
  updatedAt: string;
}

/** What became of an entity on the marketplace. */
export interface EntityRecord {
  /** How many versions were ever submitted. */
  versions: number;
  /** The version submitted last. */
  latest: { listingId: string; version: string; status: ListingStatus; submittedAt: string } | null;
  /** The highest approved version. */
  approvedVersion: string | null;
}

export interface EntitySummary extends Entity, EntityRecord {}

export interface EntityPage {
  entities: EntitySummary[];
  nextCursor: string | null;
}
