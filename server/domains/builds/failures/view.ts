import type { Platform } from "@/shared/vocabulary.ts";

/** Failures like that of a build. Of other tenants it holds counts, and names of the platform's workers. */
export interface SimilarFailures {
  /** Other builds that failed for the same reason around the same time; null if this one has no reason to compare. */
  alike: FailureCounts | null;
  /** Builds of the same app and platform that ended before it, and those of them that failed for the same reason. */
  before: { ended: number; alike: number };
  /** Other builds of the same commit of the app; null without a commit. */
  sameCommit: { completed: CommitBuild | null; failed: number } | null;
  notice: FailureNotice | null;
}

export interface FailureCounts {
  builds: number;
  /** True if there are more builds than are counted. */
  isCapped: boolean;
  tenants: number;
  /** Time of the first of them; null without any. */
  since: string | null;
  /** Worker of most of them. */
  worker: { id: string; builds: number } | null;
}

export interface CommitBuild {
  id: string;
  number: number;
  platform: Platform;
  workerId: string | null;
}

/** Notice of a Super Admin on builds that failed for one reason. */
export interface FailureNotice {
  id: string;
  text: string;
  createdAt: string;
}

/** Builds of all tenants that failed for one reason. For Super Admins. */
export interface FailureCluster {
  /** The newest of its builds, which names it in URLs. */
  buildId: string;
  /** Reason of that build. */
  summary: string;
  lastDay: number;
  dayBefore: number;
  /** Builds by hour, oldest first, up to now. */
  hours: number[];
  tenants: number;
  platforms: Platform[];
  /** Workers of most of them, and the number of all. */
  workers: { id: string; builds: number }[];
  workerCount: number;
  /** Last failure. */
  latestAt: string;
  notice: FailureNotice | null;
}

/** Clusters of the last two days, growing ones first. */
export interface FailureClusterList {
  clusters: FailureCluster[];
  /** True if more builds failed than were read: then figures are of the newest. */
  isCapped: boolean;
}

/** One cluster; its figures are null if no build failed for the reason in the last two days. */
export interface FailureClusterDetail {
  summary: string;
  cluster: FailureCluster | null;
  notice: FailureNotice | null;
  /** The newest builds of any time. */
  builds: ClusteredBuild[];
}

export interface ClusteredBuild {
  id: string;
  number: number;
  platform: Platform;
  version: string;
  workerId: string | null;
  finishedAt: string;
  app: { name: string };
  tenant: { slug: string; name: string };
}

/** Active notice, with the build that it was written for. */
export interface ActiveNotice extends FailureNotice {
  buildId: string;
  summary: string;
  createdBy: string;
  /** Builds that show it, up to `MAX_SIMILAR_BUILDS`. */
  builds: number;
}
