import { sql } from "drizzle-orm";
import { builds, stalledCondition } from "@/db/schema/index.ts";
import { columnList, instantText, nullableInstantText } from "@/server/core/sql-search.ts";
import type { BuildFailure } from "@/shared/build-log/find-failure.ts";
import { isoInstant } from "@/shared/text/text.ts";
import type { BuildView, CompactBuild, FailureView } from "./view.ts";

const COMPACT_COLUMNS = {
  id: builds.id,
  appId: builds.appId,
  number: builds.number,
  platform: builds.platform,
  version: builds.version,
  status: builds.status,
  sizeBytes: sql<string | null>`${builds.sizeBytes}::text`,
  workerId: builds.workerId,
  stalled: sql<boolean>`${sql.raw(stalledCondition("builds"))}`,
  retryOf: builds.retryOf,
  gitRef: builds.gitRef,
  gitCommit: builds.gitCommit,
  commitMessage: builds.commitMessage,
  createdBy: sql<
    string | null
  >`(select creator.name from users creator where creator.id = ${builds.createdBy})`,
  failure: builds.failure,
  createdAt: instantText(builds.createdAt),
  startedAt: nullableInstantText(builds.startedAt),
  finishedAt: nullableInstantText(builds.finishedAt),
  updatedAt: instantText(builds.updatedAt),
};

/** Columns of `builds` that make a `BuildRow`, for drizzle's `select` and `returning`. */
export const BUILD_COLUMNS = {
  ...COMPACT_COLUMNS,
  artifactPath: builds.artifactPath,
  errorLog: builds.errorLogTail,
  errorLogTruncated: builds.errorLogTruncated,
};

export const BUILD_COLUMN_LIST = columnList(BUILD_COLUMNS);
export const COMPACT_COLUMN_LIST = columnList(COMPACT_COLUMNS);

/** Row of `COMPACT_COLUMNS`. Instants are PostgreSQL's text. */
export interface CompactBuildRow extends Omit<CompactBuild, "failure"> {
  failure: BuildFailure | null;
}

/** Row of `BUILD_COLUMNS`. */
export interface BuildRow extends CompactBuildRow {
  artifactPath: string | null;
  errorLog: string | null;
  errorLogTruncated: boolean | null;
}

// Both views are one literal each, with their fields in one order. Made of parts by spreading, a page of twenty took
// 0.7 ms instead of 0.01 ms: more than its SQL, and half of a poll that no cache answers.

export const toBuildView = (row: BuildRow): BuildView => ({
  id: row.id,
  appId: row.appId,
  number: row.number,
  platform: row.platform,
  version: row.version,
  status: row.status,
  artifactPath: row.artifactPath,
  errorLog: row.errorLog,
  errorLogTruncated: row.errorLogTruncated ?? false,
  sizeBytes: row.sizeBytes,
  workerId: row.workerId,
  stalled: row.stalled,
  retryOf: row.retryOf,
  gitRef: row.gitRef,
  gitCommit: row.gitCommit,
  commitMessage: row.commitMessage,
  createdBy: row.createdBy,
  failure: toFailureView(row),
  createdAt: isoInstant(row.createdAt),
  startedAt: row.startedAt && isoInstant(row.startedAt),
  finishedAt: row.finishedAt && isoInstant(row.finishedAt),
  updatedAt: isoInstant(row.updatedAt),
});

export const toCompactBuild = (row: CompactBuildRow): CompactBuild => ({
  id: row.id,
  appId: row.appId,
  number: row.number,
  platform: row.platform,
  version: row.version,
  status: row.status,
  sizeBytes: row.sizeBytes,
  workerId: row.workerId,
  stalled: row.stalled,
  retryOf: row.retryOf,
  gitRef: row.gitRef,
  gitCommit: row.gitCommit,
  commitMessage: row.commitMessage,
  createdBy: row.createdBy,
  failure: toFailureView(row),
  createdAt: isoInstant(row.createdAt),
  startedAt: row.startedAt && isoInstant(row.startedAt),
  finishedAt: row.finishedAt && isoInstant(row.finishedAt),
  updatedAt: isoInstant(row.updatedAt),
});

/** Reason of a failed build; an unfinished or completed one may have an error log, but has no reason. */
export const toFailureView = ({
  status,
  failure,
}: Pick<CompactBuildRow, "status" | "failure">): FailureView | null =>
  status === "FAILED" && failure ? { summary: failure.summary, line: failure.line } : null;
