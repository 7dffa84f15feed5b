import { type SQL, sql } from "drizzle-orm";
import { BUILD_STATUSES, type BuildStatus, PLATFORMS, type Platform } from "@/db/schema/vocabulary.ts";
import { decodeTimeCursor } from "../platform/pagination.ts";
import { enumArrayLiteral, numberLiteral } from "../platform/search.ts";

/** Whose builds a list is of, and which of them. `since` and `until` are days in UTC, both included. */
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
 * The newest builds of a tenant or app that filters let through, as a table expression of their ids. An index answers
 * for each pair of platform and status with at most `limit` rows, so builds that a filter drops are never read, however
 * many and however old those are that it lets through.
 */
export function newestBuilds({ tenantId, appId, limit, ...filters }: NewestBuilds): SQL {
  const { since, until, cursor } = filters;
  const platforms = enumArrayLiteral(filters.platform, PLATFORMS);
  const statuses = enumArrayLiteral(filters.status, BUILD_STATUSES);
  const most = numberLiteral(limit);
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
      order by b.created_at desc, b.id desc limit ${most}
    ) found
    order by found.created_at desc, found.id desc limit ${most}
  )`;
}
