import { inArray, type SQL, sql } from "drizzle-orm";
import type { BrowseBuilds } from "./input.ts";

/**
 * How many builds of a tenant the filters of a list let through, as a query of one row with a `total`. Ended ones come from the counts (by day where days are
 * asked for) and what is not counted yet, the few others from the table itself: one statement, so that each build is
 * counted once.
 */
export function countedBuilds(
  tenantId: SQL,
  filters: Pick<BrowseBuilds, "appId" | "status" | "platform" | "since" | "until">,
): SQL {
  const { appId, since, until } = filters;
  const isAsked = (status: string) => filters.status.length === 0 || filters.status.some((s) => s === status);
  const conditions = [
    ...(appId ? [sql`app_id = ${appId}`] : []),
    ...(filters.platform.length > 0 ? [inArray(sql`platform`, filters.platform)] : []),
    ...(since ? [sql`day >= ${since}::date`] : []),
    ...(until ? [sql`day <= ${until}::date`] : []),
  ];
  const counted =
    since || until
      ? sql`select day, app_id, platform, completed, failed from build_days where tenant_id = ${tenantId}`
      : sql`select null::date as day, app_id, platform, completed, failed from build_totals where tenant_id = ${tenantId}`;
  const ended = [
    ...(isAsked("COMPLETED") ? [sql`completed`] : []),
    ...(isAsked("FAILED") ? [sql`failed`] : []),
    sql`0`,
  ];
  return sql`
    with ended as (
      ${counted}
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
