import { and, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { builds, stalledCondition } from "@/db/schema/index.ts";
import { decodeTimeCursor } from "@/server/core/pagination.ts";
import { enumArrayLiteral, numberLiteral } from "@/server/core/sql-search.ts";
import { BUILD_STATUSES, type BuildStatus, PLATFORMS, type Platform } from "@/shared/vocabulary.ts";
import type { BrowseBuilds } from "./input.ts";

/** Filters of a list of builds. `since` and `until` are days in UTC, both included. */
export interface NewestBuilds {
  tenantId: string | SQL;
  appId?: string | undefined;
  status?: readonly BuildStatus[];
  platform?: readonly Platform[];
  since?: string | undefined;
  until?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/**
 * Subquery of the ids of the newest builds of a tenant that pass the filters. An index returns at most `limit` rows for
 * each pair of platform and status, so the cost does not grow with the builds that a filter drops.
 */
export function newestBuilds({ tenantId, appId, limit, ...filters }: NewestBuilds): SQL {
  const { since, until, cursor } = filters;
  const platforms = enumArrayLiteral(filters.platform, PLATFORMS);
  const statuses = enumArrayLiteral(filters.status, BUILD_STATUSES);
  const maxRows = numberLiteral(limit);
  const after = cursor === undefined ? undefined : decodeTimeCursor(cursor);
  const conditions = [
    sql`b.tenant_id = ${tenantId}`,
    ...(appId ? [sql`b.app_id = ${appId}`] : []),
    sql`b.platform = platforms.platform and b.status = statuses.status`,
    ...(since ? [sql`b.created_at >= ${since}::date::timestamp at time zone 'UTC'`] : []),
    ...(until ? [sql`b.created_at < (${until}::date + 1)::timestamp at time zone 'UTC'`] : []),
    ...(after
      ? [sql`(b.created_at, b.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`]
      : []),
  ];
  return sql`(
    select found.id
    from unnest(${platforms}) as platforms (platform)
    cross join unnest(${statuses}) as statuses (status)
    cross join lateral (
      select b.id, b.created_at from builds b where ${sql.join(conditions, sql` and `)}
      order by b.created_at desc, b.id desc limit ${maxRows}
    ) found
    order by found.created_at desc, found.id desc limit ${maxRows}
  )`;
}

/**
 * Query of one row with `total`, the number of a tenant's builds that pass the filters. Ended builds come from the
 * counters (per day if days are given) plus `build_outcomes`, the outcomes not counted yet; unfinished ones from `builds`.
 * One statement reads one snapshot, so each build counts once.
 */
export function countBuildsQuery(
  tenantId: SQL,
  filters: Pick<BrowseBuilds, "appId" | "status" | "platform" | "since" | "until">,
): SQL {
  const { appId, since, until } = filters;
  const isSelected = (status: BuildStatus) => filters.status.length === 0 || filters.status.includes(status);
  const conditions = [
    ...(appId ? [sql`app_id = ${appId}`] : []),
    ...(filters.platform.length > 0 ? [inArray(sql`platform`, filters.platform)] : []),
    ...(since ? [sql`day >= ${since}::date`] : []),
    ...(until ? [sql`day <= ${until}::date`] : []),
  ];
  const counters =
    since || until
      ? sql`select day, app_id, platform, completed, failed from build_days where tenant_id = ${tenantId}`
      : sql`select null::date as day, app_id, platform, completed, failed from build_totals where tenant_id = ${tenantId}`;
  const ended = [
    ...(isSelected("COMPLETED") ? [sql`completed`] : []),
    ...(isSelected("FAILED") ? [sql`failed`] : []),
    sql`0`,
  ];
  return sql`
    with ended as (
      ${counters}
      union all
      select day, app_id, platform, is_completed::integer, (not is_completed)::integer
      from build_outcomes where tenant_id = ${tenantId}
    ), counted as (
      select day, app_id, platform, ${sql.join(ended, sql` + `)} as builds from ended
      union all
      select (created_at at time zone 'UTC')::date, app_id, platform, 1 from builds
      where tenant_id = ${tenantId} and finished_at is null
        ${filters.status.length > 0 ? sql`and ${inArray(sql`status`, filters.status)}` : sql``}
    )
    select coalesce(sum(builds), 0)::integer as total from counted
    ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}`;
}

const STUCK_AFTER_MS = 3_600_000;

/** Condition for stuck builds: stalled, or unfinished without a report for `STUCK_AFTER_MS`. */
export function isStuck(now: Date): SQL | undefined {
  const before = new Date(now.getTime() - STUCK_AFTER_MS);
  const isStalled = sql.raw(stalledCondition("builds", `'${now.toISOString()}'::timestamptz`));
  return and(isNull(builds.finishedAt), or(isStalled, lt(builds.updatedAt, before)));
}
