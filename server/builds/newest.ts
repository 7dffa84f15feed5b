import { type SQL, sql } from "drizzle-orm";
import { BUILD_STATUSES, type BuildStatus, PLATFORMS, type Platform } from "@/db/schema/vocabulary.ts";
import { decodeTimeCursor } from "../cursor.ts";

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
 *
 * The few words and numbers that there can be stand in the text and are no parameters. So PostgreSQL knows how little it
 * will read, and keeps its plan instead of making one each time, which takes longer than reading.
 */
export function newestBuilds({ tenantId, appId, limit, ...filters }: NewestBuilds): SQL {
  const { since, until, cursor } = filters;
  const platforms = literal(wordsOf(filters.platform, PLATFORMS));
  const statuses = literal(wordsOf(filters.status, BUILD_STATUSES));
  const most = sql.raw(String(Math.trunc(limit)));
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

/** The words that were chosen of a closed vocabulary, or all of it, as an array that PostgreSQL reads. */
export const wordsOf = (chosen: readonly string[] | undefined, all: readonly string[]): string =>
  `{${(chosen?.length ? all.filter((word) => chosen.includes(word)) : all).join(",")}}`;

/** An array of words that can be in no way but those of a vocabulary, as part of a statement's text. */
const literal = (words: string): SQL => sql.raw(`'${words}'::text[]`);
