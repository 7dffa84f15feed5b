import type { ListingCounts } from "../listings/view.ts";

/** A tenant in the list of all of them. */
export interface ListedTenant {
  id: string;
  slug: string;
  name: string;
  suspendedAt: string | null;
  createdAt: string;
  members: number;
  apps: number;
  /** When somebody of the tenant was last here. */
  lastUsedAt: string | null;
}

export interface TenantsPage {
  tenants: ListedTenant[];
  nextCursor: string | null;
}

/** A tenant as Super Admins see it. */
export interface TenantRecord extends Omit<ListedTenant, "lastUsedAt"> {
  suspendedReason: string | null;
  owners: number;
  activeTokens: number;
  listings: ListingCounts;
  /** Builds that have not ended. */
  unfinishedBuilds: number;
  plan: { name: string; status: string } | null;
}
