import { sql } from "drizzle-orm";
import type { TenantContext } from "@/server/core/context.ts";
import { queryAsTenant } from "@/server/core/transactions.ts";
import type { BuildFailure } from "@/shared/build-log/find-failure.ts";
import { isoInstant } from "@/shared/text/text.ts";
import type { BuildStatus, Platform } from "@/shared/vocabulary.ts";
import { toFailureView } from "../build-row.ts";
import { newestBuilds } from "../filters.ts";
import type { BuildListItem, BuildSummary } from "../view.ts";

const MAX_BUILDS_PER_LIST = 5;

/**
 * Unfinished and failed builds of the tenant: the numbers of queued and running ones, and the newest of each list. Running
 * builds come before queued ones.
 */
export async function listRecentBuilds(
  ctx: TenantContext,
): Promise<Pick<BuildSummary, "queued" | "inProgress" | "unfinished" | "failed">> {
  const rows = await queryAsTenant<RecentBuildRow>(ctx, (tenantId) => {
    const [running, waiting, failed] = (["IN_PROGRESS", "QUEUED", "FAILED"] as const).map((status) =>
      newestBuilds({ tenantId, status: [status], limit: MAX_BUILDS_PER_LIST }),
    );
    const order = sql`order by b.status = 'IN_PROGRESS' desc, b.created_at desc, b.id desc`;
    return sql`
      select counted.*, newest.*
      from (
        select (count(*) filter (where status = 'QUEUED'))::integer as queued,
          (count(*) filter (where status = 'IN_PROGRESS'))::integer as in_progress
        from builds where tenant_id = ${tenantId} and finished_at is null
      ) counted
      left join lateral (
        select b.id, b.number, b.platform, b.version, b.status, b.created_at, b.started_at, b.failure, a.id as app_id,
          a.name as app_name
        from (
          (select b.id from builds b
            where b.id in (select id from ${running} running union all select id from ${waiting} waiting)
            ${order} limit ${MAX_BUILDS_PER_LIST})
          union all select id from ${failed} failed
        ) chosen
        join builds b on b.id = chosen.id
        join apps a on a.id = b.app_id
        ${order}
      ) newest on true`;
  });
  const recent = rows.filter(({ id }) => id !== null).map(toListItem);
  return {
    queued: rows[0]?.queued ?? 0,
    inProgress: rows[0]?.in_progress ?? 0,
    unfinished: recent.filter(({ status }) => status !== "FAILED"),
    failed: recent.filter(({ status }) => status === "FAILED"),
  };
}

/** Without builds there is one row, of the counts and nulls. */
interface RecentBuildRow extends Record<string, unknown> {
  queued: number;
  in_progress: number;
  id: string;
  number: number;
  platform: Platform;
  version: string;
  status: BuildStatus;
  created_at: string;
  started_at: string | null;
  failure: BuildFailure | null;
  app_id: string;
  app_name: string;
}

const toListItem = (row: RecentBuildRow): BuildListItem => ({
  id: row.id,
  number: row.number,
  platform: row.platform,
  version: row.version,
  status: row.status,
  createdAt: isoInstant(row.created_at),
  startedAt: row.started_at && isoInstant(row.started_at),
  failure: toFailureView(row),
  app: { id: row.app_id, name: row.app_name },
});
