import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";
import { isoInstant } from "../platform/text.ts";
import type { BuildFacts, BuildView } from "./view.ts";

/** The columns of `builds b` that make a `FactsRow`. */
export const FACTS_ROW = `b.id, b.app_id, b.number, b.platform, b.version, b.status, b.size_bytes::text, b.worker_id,
  b.retry_of, b.finished_at is null and b.lease_until < now() as stalled,
  b.created_at, b.started_at, b.finished_at, b.updated_at`;

/** The columns of `builds b` that make a `BuildRow`. */
export const BUILD_ROW = `${FACTS_ROW}, b.artifact_path, b.error_log_tail as error_log, b.error_log_truncated`;

/** A build as a statement of our own reads it by `FACTS_ROW`; PostgreSQL gives instants as its own text. */
export interface FactsRow {
  id: string;
  app_id: string;
  number: number;
  platform: Platform;
  version: string;
  status: BuildStatus;
  size_bytes: string | null;
  worker_id: string | null;
  retry_of: string | null;
  stalled: boolean | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  updated_at: string;
}

/** The same by `BUILD_ROW`. */
export interface BuildRow extends FactsRow {
  artifact_path: string | null;
  error_log: string | null;
  error_log_truncated: boolean;
}

/** Which build it is, and how it stands. */
const stateOf = (row: FactsRow) => ({
  id: row.id,
  appId: row.app_id,
  number: row.number,
  platform: row.platform,
  version: row.version,
  status: row.status,
});

/** What became of it and when. */
const courseOf = (row: FactsRow) => ({
  sizeBytes: row.size_bytes,
  workerId: row.worker_id,
  stalled: row.stalled ?? false,
  retryOf: row.retry_of,
  createdAt: isoInstant(row.created_at),
  startedAt: row.started_at && isoInstant(row.started_at),
  finishedAt: row.finished_at && isoInstant(row.finished_at),
  updatedAt: isoInstant(row.updated_at),
});

export const factsOfRow = (row: FactsRow): BuildFacts => ({ ...stateOf(row), ...courseOf(row) });

export const viewOfRow = (row: BuildRow): BuildView => ({
  ...stateOf(row),
  artifactPath: row.artifact_path,
  errorLog: row.error_log,
  errorLogTruncated: row.error_log_truncated,
  ...courseOf(row),
});
