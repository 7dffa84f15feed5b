import type { Platform } from "@/db/schema/vocabulary.ts";

/** Failures like that of a build. Of other tenants it holds counts, and names of the platform's workers. */
export interface SimilarFailures {
  /** Other builds that failed for the same reason around the same time; null if this one has no reason to compare. */
  alike: FailureCounts | null;
  /** Builds of the same app and platform that ended before it, and those of them that failed for the same reason. */
  before: { ended: number; alike: number };
  /** Other builds of the same commit of the app; null without a commit. */
  sameCommit: { completed: CommitBuild | null; failed: number } | null;
}

export interface FailureCounts {
  builds: number;
  /** True if there are more builds than are counted. */
  isCapped: boolean;
  tenants: number;
  /** When the first of them failed; null without any. */
  since: string | null;
  /** Worker of most of them. */
  worker: { id: string; builds: number } | null;
}

/** Completed build of a commit. */
export interface CommitBuild {
  id: string;
  number: number;
  platform: Platform;
  workerId: string | null;
}
