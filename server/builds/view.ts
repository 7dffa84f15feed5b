import { z } from "zod";
import {
  BUILD_STATUSES,
  type BuildEndReason,
  type BuildStatus,
  PLATFORMS,
  type Platform,
  REPORTED_STATUSES,
} from "@/db/schema/vocabulary.ts";

/** A build as the public surface shows it. In lists `errorLog` holds the last 4,000 characters. */
export const BuildView = z.object({
  id: z.string(),
  appId: z.string(),
  number: z.number().int(),
  platform: z.enum(PLATFORMS),
  version: z.string(),
  status: z.enum(BUILD_STATUSES),
  artifactPath: z.string().nullable(),
  errorLog: z.string().nullable(),
  errorLogTruncated: z.boolean(),
  sizeBytes: z.string().nullable(),
  workerId: z.string().nullable(),
  stalled: z.boolean(),
  retryOf: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  updatedAt: z.string(),
});
export type BuildView = z.output<typeof BuildView>;

/** A build without what may be long. */
export type BuildFacts = Omit<BuildView, "artifactPath" | "errorLog" | "errorLogTruncated">;

export const BuildPage = z.object({ builds: z.array(BuildView), nextCursor: z.string().nullable() });
export type BuildPage = z.output<typeof BuildPage>;

export const BuildReportView = z.object({
  status: z.enum(REPORTED_STATUSES),
  workerId: z.string().nullable(),
  artifactPath: z.string().nullable(),
  sizeBytes: z.string().nullable(),
  receivedAt: z.string(),
  applied: z.boolean(),
});

/** One build with its whole error log and the history of its reports, oldest first. */
export const BuildDetail = BuildView.extend({ reports: z.array(BuildReportView) });
export type BuildDetail = z.output<typeof BuildDetail>;

/** The answer to a report: the build's status now, and whether this report changed it. */
export const ReportReceipt = z.object({
  buildId: z.string(),
  status: z.enum(BUILD_STATUSES),
  applied: z.boolean(),
});
export type ReportReceipt = z.output<typeof ReportReceipt>;

/** What stands around a build on its page. */
export interface BuildPageDetails {
  gitRef: string | null;
  /** Why the platform ended it; null where its worker did, and while it lasts. */
  endReason: BuildEndReason | null;
  /** The name of the person who cancelled it; null where nobody did. */
  cancelledBy: string | null;
  /** Until when its worker has it; null where no worker has claimed it. */
  leaseUntil: string | null;
  /** The name of the person who queued it; null for the platform's own retries. */
  createdBy: string | null;
  retries: { id: string; number: number; status: BuildStatus }[];
  /** The number of the build that it tries once more. */
  retryOfNumber: number | null;
  /** What can be downloaded; null where the worker reported nothing, or something that is kept elsewhere. */
  storedArtifact: { fileName: string; sizeBytes: number; sha256: string } | null;
}

/** A claimed build as its worker gets it. */
export const BuildJob = z.object({
  buildId: z.string(),
  appId: z.string(),
  platform: z.enum(PLATFORMS),
  version: z.string(),
  gitRef: z.string().nullable(),
  leaseUntil: z.string(),
});
export type BuildJob = z.output<typeof BuildJob>;

/** The answer to a sign of life. A worker whose build is cancelled stops; the lease is not extended then. */
export const LeaseView = z.object({ leaseUntil: z.string(), cancelled: z.boolean() });
export type LeaseView = z.output<typeof LeaseView>;

/** What became of a build that its worker gave back: `retry` is the build that is queued in its place. */
export const ReleaseReceipt = z.object({
  buildId: z.string(),
  status: z.enum(BUILD_STATUSES),
  retry: z.string().nullable(),
});
export type ReleaseReceipt = z.output<typeof ReleaseReceipt>;

/** A build with its app and tenant, as the dashboards list it. */
export interface TenantBuild extends BuildView {
  app: { id: string; name: string };
  tenant: { slug: string; name: string };
}

export interface TenantBuildPage {
  builds: TenantBuild[];
  nextCursor: string | null;
}

/** A build with its app, as its own tenant lists it. */
export interface ListedBuild extends BuildFacts {
  app: { id: string; name: string };
}

/** A page, and how many builds all pages hold together. */
export interface CountedBuildPage {
  builds: ListedBuild[];
  nextCursor: string | null;
  total: number;
}

/** A build in a short list. */
export interface BuildListItem {
  id: string;
  number: number;
  platform: Platform;
  version: string;
  status: BuildStatus;
  createdAt: string;
  startedAt: string | null;
  app: { id: string; name: string };
}

/** In whole seconds; null where nothing was measured. Only completed builds have a time they ran. */
export interface DurationFigures {
  runMedian: number | null;
  runP90: number | null;
  queueMedian: number | null;
  queueP90: number | null;
}

/** Of the builds that were queued in the statistics' period: how those that ended did so, and how long they took. */
export interface BuildFigures extends DurationFigures {
  completed: number;
  failed: number;
}

/** What an overview shows of a tenant's builds. `since` is the first day of the period, in UTC. */
export interface BuildSummary {
  since: string;
  /** One entry a day, the oldest first; `day` is a date in UTC. */
  days: { day: string; completed: number; failed: number }[];
  all: BuildFigures;
  platforms: (BuildFigures & { platform: Platform })[];
  /** The apps with the most builds that ended, the busiest first. */
  apps: (BuildFigures & { app: { id: string; name: string } })[];
  queued: number;
  inProgress: number;
  unfinished: BuildListItem[];
  failed: BuildListItem[];
}

/** The figures of one app over the statistics' period. */
export interface AppBuildFigures extends BuildFigures {
  since: string;
}

/** How many builds ended in a period, and how many of those failed. */
export interface FinishedBuilds {
  finished: number;
  failed: number;
}

/** What among the builds of all tenants may need a person. */
export interface BuildAttention {
  lastDay: FinishedBuilds;
  dayBefore: FinishedBuilds;
  stuck: number;
  running: number;
  queued: number;
}
