import { createHash } from "node:crypto";
import { LIST_BUILDS } from "../statements/list-builds.ts";
import { run } from "../statements/statement.ts";
import type { Pools } from "./pools.ts";

const LIMIT = 20;

/** Reads the first page of an app's builds and gives the body of the answer. */
export async function listBuilds({ walled }: Pools, tenantId: string, appId: string): Promise<object> {
  const rows = await run<BuildRow>(walled, LIST_BUILDS, {
    tenant_id: tenantId,
    app_id: appId,
    before: 2_147_483_647,
    statuses: "{}",
    platforms: "{}",
    limit: LIMIT + 1,
  });
  const builds = rows.slice(0, LIMIT).map(viewOfRow);
  return { builds, nextCursor: rows.length > LIMIT ? String(builds.at(-1)?.number) : null };
}

/** Reads the page as for an answer, and gives only its tag. */
export async function listBuildsUnlessKnown(pools: Pools, tenantId: string, appId: string): Promise<string> {
  const page = JSON.stringify(await listBuilds(pools, tenantId, appId));
  return `W/"${createHash("sha1").update(page).digest("base64url")}"`;
}

interface BuildRow {
  id: string;
  app_id: string;
  number: number;
  platform: string;
  version: string;
  status: string;
  artifact_path: string | null;
  error_log: string | null;
  error_log_truncated: boolean;
  size_bytes: string | null;
  worker_id: string | null;
  retry_of: string | null;
  stalled: boolean | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  updated_at: Date;
}

const viewOfRow = (row: BuildRow) => ({
  id: row.id,
  appId: row.app_id,
  number: row.number,
  platform: row.platform,
  version: row.version,
  status: row.status,
  artifactPath: row.artifact_path,
  errorLog: row.error_log,
  errorLogTruncated: row.error_log_truncated,
  sizeBytes: row.size_bytes,
  workerId: row.worker_id,
  stalled: row.stalled ?? false,
  retryOf: row.retry_of,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  updatedAt: row.updated_at,
});
