import { type SQL, sql } from "drizzle-orm";
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
  const { appId = null, since = null, until = null } = filters;
  const statuses = sql`${`{${filters.status.join(",")}}`}::text[]`;
  const platforms = sql`${`{${filters.platform.join(",")}}`}::text[]`;
  const isAsked = (status: string) => filters.status.length === 0 || filters.status.some((s) => s === status);
  const counted =
    since === null && until === null
      ? sql`select null::date as day, app_id, platform, completed, failed from build_totals where tenant_id = ${tenantId}`
      : sql`select day, app_id, platform, completed, failed from build_days
          where tenant_id = ${tenantId} and day between coalesce(${since}::date, '-infinity') and coalesce(${until}::date, 'infinity')`;
  return sql`
    with ended as (
      ${counted}
      union all
      select day, app_id, platform, is_completed::integer, (not is_completed)::integer
      from build_outcomes where tenant_id = ${tenantId}
    ), unfinished as (
      select (created_at at time zone 'UTC')::date as day, app_id, platform from builds
      where tenant_id = ${tenantId} and finished_at is null
        and (${statuses} = '{}' or status = any(${statuses}))
    ), counted as (
      select day, app_id, platform,
        case when ${isAsked("COMPLETED")}::boolean then completed else 0 end
          + case when ${isAsked("FAILED")}::boolean then failed else 0 end as builds
      from ended
      union all
      select day, app_id, platform, 1 from unfinished
    )
    select coalesce(sum(builds), 0)::integer as total from counted
    where (${appId}::uuid is null or app_id = ${appId}::uuid)
      and (${platforms} = '{}' or platform = any(${platforms}))
      and (${since}::date is null or day >= ${since}::date)
      and (${until}::date is null or day <= ${until}::date)`;
}
