import { z } from "zod";
import { BuildInputView } from "@/server/domains/apps/installations/view.ts";
import {
  BUILD_STATUSES,
  type BuildEndReason,
  type BuildStatus,
  PLATFORMS,
  REPORTED_STATUSES,
} from "@/shared/vocabulary.ts";

/** Reason of a failed build: the line of its error log that says why, and the line's number from 1. */
export const FailureView = z.object({ summary: z.string(), line: z.number().int() });
export type FailureView = z.output<typeof FailureView>;

/** Public view of a build. In lists `errorLog` is its last 4,000 characters. */
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
  gitRef: z.string().nullable(),
  gitCommit: z.string().nullable(),
  commitMessage: z.string().nullable(),
  /** Name of the user who queued it; null for the platform's own retries. */
  createdBy: z.string().nullable(),
  failure: FailureView.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  updatedAt: z.string(),
});
export type BuildView = z.output<typeof BuildView>;

/** Build as queueing it returns it. */
export const QueuedBuildView = BuildView.extend({
  warnings: z.array(z.object({ code: z.literal("NO_WORKER_ONLINE"), message: z.string() })),
});
export type QueuedBuildView = z.output<typeof QueuedBuildView>;

/** Build without its potentially long fields. */
export type CompactBuild = Omit<BuildView, "artifactPath" | "errorLog" | "errorLogTruncated">;

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

/** Build with its whole error log and its reports, oldest first. */
export const BuildDetail = BuildView.extend({
  reports: z.array(BuildReportView),
  /** Installed items at the time of queueing. */
  inputs: z.array(BuildInputView),
});
export type BuildDetail = z.output<typeof BuildDetail>;

/** Response to a report: the build's current status. `applied`: the report changed it. */
export const ReportReceipt = z.object({
  buildId: z.string(),
  status: z.enum(BUILD_STATUSES),
  applied: z.boolean(),
});
export type ReportReceipt = z.output<typeof ReportReceipt>;

/** Details of a build on its page, beside `BuildDetail`. */
export interface BuildPageDetails {
  /** Context of the reason in the log; null without a reason. */
  failureContext: { tool: string | null; step: string | null; file: string | null } | null;
  /** Null if a worker ended it, and while it is unfinished. */
  endReason: BuildEndReason | null;
  cancelledBy: string | null;
  /** Null before a worker claims it. */
  leaseUntil: string | null;
  /** Last heartbeat of its worker; null for one without any. */
  workerSeenAt: string | null;
  /** Time at which a stalled build fails, unless its worker returns; null without a lease. */
  failsAt: string | null;
  retries: { id: string; number: number; status: BuildStatus }[];
  retryOfNumber: number | null;
  /** Null without a reported artifact, or if it is stored elsewhere. */
  storedArtifact: { fileName: string; sizeBytes: number; sha256: string } | null;
}
