import { inArray, type SQL, sql } from "drizzle-orm";
import type { TenantContext } from "@/server/core/context.ts";
import { decodeTimeCursor, encodeCursor } from "@/server/core/pagination.ts";
import { hasWords, searchWords } from "@/server/core/sql-search.ts";
import { queryAsTenant } from "@/server/core/transactions.ts";
import { isoInstant } from "@/shared/text/text.ts";
import { COMPACT_COLUMN_LIST, type CompactBuildRow, toCompactBuild } from "./build-row.ts";
import { newestBuilds } from "./filters.ts";
import type { BrowseBuilds } from "./input.ts";

/** Builds of a source up to which those that pass the other filters are counted. */
const MAX_COUNTED_BUILDS = 1_000;
/** Builds of which a page searches the texts. The next page goes on after them. */
export const MAX_SEARCHED_BUILDS = 1_000;

export const hasSources = ({ gitRef, version, workerId, createdBy, search }: BrowseBuilds): boolean =>
  Boolean(gitRef ?? version ?? workerId ?? createdBy) || Boolean(search);

/**
 * Builds of the tenant by their sources, newest first. `build_sources` has an index for each source, in the order of the list.
 * A text is compared with `MAX_SEARCHED_BUILDS` builds per page, so a page may hold fewer builds than its limit and still have
 * a next one.
 */
export async function browseBySource(ctx: TenantContext, input: BrowseBuilds) {
  const isSearch = Boolean(input.search);
  const rows = await queryAsTenant<SourceRow>(
    ctx,
    (tenantId) => sql`
      with candidates as materialized (${candidatesOf(tenantId, input, isSearch)})
      select ${isSearch ? sql`null::integer` : countOf(tenantId, input)} as counted,
        last.id as "lastId", last.created_at::text as "lastAt", page.*
      from (select count(*) as candidates from candidates) read
      left join lateral (
        select id, created_at from candidates where read.candidates >= ${MAX_SEARCHED_BUILDS}
        order by created_at, id limit 1
      ) last on ${isSearch}
      left join lateral (
        select ${sql.raw(COMPACT_COLUMN_LIST)}, apps.name as "appName"
        from candidates
        join builds on builds.id = candidates.id
        join apps on apps.id = builds.app_id
        where ${hasWords(searchWords(input.search ?? ""), BUILD_TEXT)}
        order by candidates.created_at desc, candidates.id desc limit ${input.limit + 1}
      ) page on true
      order by page."createdAt" desc, page.id desc`,
  );
  const found = rows.filter((row) => row.id !== null);
  const shown = found.slice(0, input.limit);
  const [first] = rows;
  return {
    builds: shown.map((row) => ({ ...toCompactBuild(row), app: { id: row.appId, name: row.appName } })),
    nextCursor: nextCursorOf(found, input.limit, first),
    total: first?.counted ?? null,
  };
}

/** A page without builds is one row whose columns are null but for the first three. */
interface SourceRow extends CompactBuildRow, Record<string, unknown> {
  counted: number | null;
  /** Last build that was searched, if there may be more. */
  lastId: string | null;
  lastAt: string | null;
  appName: string;
}

function nextCursorOf(found: SourceRow[], limit: number, first: SourceRow | undefined): string | null {
  const last = found.length > limit ? found[limit - 1] : undefined;
  if (last) return encodeCursor(isoInstant(last.createdAt), last.id);
  return first?.lastId && first.lastAt ? encodeCursor(isoInstant(first.lastAt), first.lastId) : null;
}

const BUILD_TEXT = sql`lower(concat_ws(E'\\n', apps.name, '#' || builds.number, builds.version, builds.git_ref,
  builds.git_commit, builds.commit_message, builds.worker_id, builds.failure ->> 'summary'))`;

/** The newest builds that pass all filters but the text. */
function candidatesOf(tenantId: SQL, input: BrowseBuilds, isSearch: boolean): SQL {
  const limit = isSearch ? MAX_SEARCHED_BUILDS : input.limit + 1;
  const { gitRef, version, workerId, createdBy } = input;
  if (gitRef ?? version ?? workerId ?? createdBy) {
    return sql`${matchesOf(tenantId, input)} order by s.created_at desc, s.build_id desc limit ${limit}`;
  }
  const newest = newestBuilds({ ...input, tenantId, limit });
  return sql`select b.id, b.created_at from builds b where b.id in ${newest}`;
}

/** Number of matches; null if the source has more builds than are read for it. */
const countOf = (tenantId: SQL, input: BrowseBuilds): SQL => sql`(
  select case when count(*) <= ${MAX_COUNTED_BUILDS} then (count(*) filter (where ${ofBuild(input)}))::integer end
  from (${sourcesOf(tenantId, { ...input, cursor: undefined })} limit ${MAX_COUNTED_BUILDS + 1}) s
  join builds b on b.id = s.build_id
)`;

const matchesOf = (tenantId: SQL, input: BrowseBuilds): SQL => sql`
  select s.build_id as id, s.created_at
  from (${sourcesOf(tenantId, input)}) s join builds b on b.id = s.build_id where ${ofBuild(input)}`;

function ofBuild({ appId, status, platform }: BrowseBuilds): SQL {
  const conditions = [
    sql`true`,
    ...(appId ? [sql`b.app_id = ${appId}`] : []),
    ...(status.length > 0 ? [inArray(sql`b.status`, status)] : []),
    ...(platform.length > 0 ? [inArray(sql`b.platform`, platform)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

function sourcesOf(tenantId: SQL, input: BrowseBuilds): SQL {
  const { gitRef, version, workerId, createdBy, since, until, cursor } = input;
  const after = cursor === undefined ? undefined : decodeTimeCursor(cursor);
  const conditions = [
    sql`s.tenant_id = ${tenantId}`,
    ...(gitRef ? [sql`s.git_ref = ${gitRef}`] : []),
    ...(version ? [sql`s.version = ${version}`] : []),
    ...(workerId ? [sql`s.worker_id = ${workerId}`] : []),
    ...(createdBy ? [sql`s.created_by = ${createdBy}`] : []),
    ...(since ? [sql`s.created_at >= ${since}::date::timestamp at time zone 'UTC'`] : []),
    ...(until ? [sql`s.created_at < (${until}::date + 1)::timestamp at time zone 'UTC'`] : []),
    ...(after
      ? [sql`(s.created_at, s.build_id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`]
      : []),
  ];
  return sql`select s.build_id, s.created_at from build_sources s where ${sql.join(conditions, sql` and `)}`;
}
