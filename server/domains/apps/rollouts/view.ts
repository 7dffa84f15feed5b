import type { Page } from "@/server/core/pagination.ts";
import type { ListingStatus, ListingType, RolloutState } from "@/shared/vocabulary.ts";
import type { BuildCounts, BuildSample } from "./policy.ts";

/** Ring of a rollout: installations that were updated, and those that were not reached at the last count. */
export interface RingView {
  /** Share of the tenants up to this ring in percent; null for the publisher's own tenant. */
  sharePercent: number | null;
  isOpen: boolean;
  updated: number;
  remaining: number;
}

export interface RolloutView {
  id: string;
  listingId: string;
  type: ListingType;
  slug: string;
  name: string;
  version: string;
  listingStatus: ListingStatus;
  publisher: { slug: string; name: string };
  state: RolloutState;
  rings: RingView[];
  startedAt: string;
  /** Opening of the next ring; null after the last one, and while the rollout does not run. */
  nextRingAt: string | null;
  movedBack: number;
  /** Installations below the version that ask for consent, and those whose update policy excludes it. */
  needConsent: number;
  manual: number;
  before: BuildCounts;
  after: BuildCounts;
  measuredAt: string | null;
  /** `by` is null for an automatic hold. */
  hold: { at: string; reason: string; by: string | null } | null;
  endedAt: string | null;
  /** A rollback, or putting installations on hold, is still under way. */
  isSettling: boolean;
}

/** Builds that count for the hold rule, of all tenants that one person made, as Super Admins see them. */
export interface DecidingBuilds extends BuildSample {
  person: string;
  /** Name of the user who made the tenants; null for a tenant that a Super Admin made. */
  madeBy: string | null;
  tenants: { id: string; name: string }[];
}

export interface AnyRolloutView extends RolloutView {
  /** Those with the most failures first. */
  decidedBy: DecidingBuilds[];
}

export type RolloutPage = Page<"rollouts", RolloutView>;

/** Hold or rollback of a version's rollout, as workspaces that have or choose the version see it. */
export interface VersionHold {
  state: "HELD" | "ROLLED_BACK";
  reason: string | null;
}
