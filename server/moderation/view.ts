import type { ListingStatus, ListingType } from "@/db/schema/vocabulary.ts";
import type { ComparedFile } from "../archives/compare-files.ts";
import type { FileHead } from "../archives/file-head.ts";
import type { PluginManifest } from "../archives/manifest.ts";
import type { RiskFlags } from "../checks/flags.ts";
import type { ListingAct, ListingCounts, ListingMessage, ListingSummary } from "../listings/view.ts";
import type { ErrorCode } from "../platform/errors.ts";
import type { ThemeLook } from "../themes/input.ts";

/** Who has a review open, and until when that counts without another sign of life. */
export interface ReviewClaim {
  name: string;
  isYours: boolean;
  since: string;
  until: string;
}

/** A pending listing as the queue shows it. `isUpdate` says that an earlier version of its slug was approved. */
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
  /** What a moderator should look at, a sentence each. */
  flags: string[];
  /** What the automated checks found, by severity; null before they were queued. */
  risk: RiskFlags | null;
  claim: ReviewClaim | null;
}

export interface QueuePage {
  listings: QueuedListing[];
  nextCursor: string | null;
  /** Pending listings of all tenants, whatever the filters. */
  pending: number;
}

/** What became of one listing of many that were decided at once: its new state, or why it was not decided. */
export type DecisionOutcome =
  | { listingId: string; status: ListingStatus; problem?: undefined }
  | { listingId: string; status?: undefined; problem: { code: ErrorCode; message: string } };

/** The files of a listing's archive beside those of the approved version that it is compared with, if there is one. */
export interface ReviewedFiles {
  comparedWith: string | null;
  files: ComparedFile[];
}

/** One of them with its text, as far as it is shown. */
export interface ReviewedFile extends ComparedFile {
  before: FileHead | null;
  after: FileHead | null;
}

/** All that a reviewer sees of one listing. */
export interface ListingReview {
  listing: ListingSummary;
  dueAt: string;
  publisher: {
    id: string;
    slug: string;
    name: string;
    since: string;
    isSuspended: boolean;
    submissions: ListingCounts;
  };
  submittedBy: { name: string; email: string } | null;
  /** The newest approved version of the slug other than this one, to compare with. */
  approved: ListingSummary | null;
  /** How the archive differs from that of the version before, a sentence each. */
  flags: string[];
  /** Of what has an archive. */
  manifests: { submitted: PluginManifest | null; approved: PluginManifest | null };
  /** A theme's looks as both were submitted; null for what is no theme. */
  looks: { submitted: ThemeLook; approved: ThemeLook | null } | null;
  /** Whom a decision reaches. */
  reach: { downloads: number; downloadsOfVersion: number; publishedVersions: number; tenants: number };
  history: { status: ListingStatus; version: string; submittedAt: string; id: string }[];
  decisions: (ListingAct & { by: string | null })[];
  messages: ListingMessage[];
  claim: ReviewClaim | null;
  /** The listing to review after this one, oldest first; null when the queue holds no other. */
  nextListingId: string | null;
}
