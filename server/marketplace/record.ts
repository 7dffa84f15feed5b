import { listings, tenants } from "@/db/schema/index.ts";
import { readPublishedLook } from "../themes/look.ts";
import type { MarketplaceItem } from "./view.ts";

/** What is read of an approved listing, next to its tenant. */
export const ITEM_COLUMNS = {
  listingId: listings.id,
  type: listings.type,
  slug: listings.slug,
  name: listings.name,
  version: listings.version,
  description: listings.description,
  publisher: tenants.name,
  approvedAt: listings.decidedAt,
  themeLook: listings.themeLook,
};

interface ItemRow extends Omit<MarketplaceItem, "approvedAt" | "look"> {
  approvedAt: Date | null;
  themeLook: unknown;
}

export function viewOfItem(row: ItemRow): MarketplaceItem {
  const { listingId, type, slug, name, version, description, publisher } = row;
  return {
    listingId,
    type,
    slug,
    name,
    version,
    description,
    publisher,
    approvedAt: approvalOf(row).toISOString(),
    look: readPublishedLook(row.themeLook),
  };
}

export function approvalOf(row: { approvedAt: Date | null }): Date {
  if (!row.approvedAt) throw new Error("an approved listing has no time of decision");
  return row.approvedAt;
}
