import type { Page } from "@/server/core/pagination.ts";
import type { DecisionImpact } from "@/server/domains/apps/installations/impact.ts";
import type { MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";
import type { RiskFlags } from "@/server/domains/listings/checks/results.ts";
import type { TypicalWait } from "@/server/domains/listings/policy.ts";
import type {
  ListingCounts,
  ListingDecision,
  ListingMessage,
  ListingSummary,
} from "@/server/domains/listings/view.ts";
import type { ErrorCode } from "@/shared/errors.ts";
import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import type { ThemeLook } from "@/shared/plugin/theme-config.ts";
import type { VersionFlag } from "@/shared/plugin/version-flags.ts";
import type { ListingStatus, ListingType } from "@/shared/vocabulary.ts";
import type { ReviewClaim } from "./claim.ts";
import type { ModerationNote } from "./notes.ts";

/** Pending listing in the queue. `isUpdate`: a version of its slug is approved. */
export interface QueuedListing {
  id: string;
  type: ListingType;
  name: string;
  slug: string;
  version: string;
  submittedAt: string;
  dueAt: string;
  publisher: { slug: string; name: string };
  isUpdate: boolean;
  /** A plugin version without an archive. */
  lacksCode: boolean;
  /** Changes of the archive since the version before. */
  flags: VersionFlag[];
  /** Findings of the automated checks by severity; null before the first run. */
  risk: RiskFlags | null;
  claim: ReviewClaim | null;
}

export interface QueuePage extends Page<"listings", QueuedListing> {
  /** Pending listings of all tenants, independent of filters. */
  pending: number;
  /** Waits of recent decisions; null while there are too few. */
  typicalWait: TypicalWait | null;
}

/** Result of a bulk decision on one listing: its new status, or the problem. */
export type DecisionOutcome =
  | { listingId: string; status: ListingStatus; problem?: undefined }
  | { listingId: string; status?: undefined; problem: { code: ErrorCode; message: string } };

export interface ListingReview {
  listing: ListingSummary;
  /** Parsed changelog; null without one, and until it is parsed. */
  changelog: MarkdownDocument | null;
  dueAt: string;
  typicalWait: TypicalWait | null;
  publisher: {
    id: string;
    slug: string;
    name: string;
    since: string;
    isSuspended: boolean;
    submissions: ListingCounts;
  };
  submittedBy: { name: string; email: string } | null;
  /** Highest approved version of the slug other than this one. */
  approved: ListingSummary | null;
  /** Changes of the archive since the version before. */
  flags: VersionFlag[];
  /** Null without an archive. */
  manifests: { submitted: PluginManifest | null; approved: PluginManifest | null };
  /** Theme snapshots of both versions; null for a plugin. */
  looks: { submitted: ThemeLook; approved: ThemeLook | null } | null;
  reach: { downloads: number; downloadsOfVersion: number; publishedVersions: number; tenants: number };
  impact: DecisionImpact;
  history: { status: ListingStatus; version: string; submittedAt: string; id: string }[];
  decisions: (ListingDecision & { by: string | null })[];
  messages: ListingMessage[];
  notes: ModerationNote[];
  claim: ReviewClaim | null;
  nextListingId: string | null;
}
