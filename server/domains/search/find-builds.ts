import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { hasWords, numberLiteral, searchWords, startsWith } from "@/server/core/sql-search.ts";
import { newestBuilds } from "@/server/domains/builds/filters.ts";
import { isUuid } from "@/shared/text/uuid.ts";
import { lowerText, RESULT_LIMIT, SCAN_LIMIT } from "./find-best.ts";
import type { Search } from "./input.ts";
import { readBuildNumber } from "./policy.ts";
import type { FoundBuild } from "./view.ts";

/** Builds whose texts are compared, newest first. Older ones are found by number, version, Git reference, commit and id. */
const MAX_RECENT_BUILDS = 500;

/**
 * Builds of a tenant, or of all tenants without `tenantId`: by number, app and number, version, Git reference, commit or id
 * among all, by any part of those among recent ones. Every part of the union reads a bounded range of an index, so the cost
 * does not grow with the number of builds.
 */
export async function findBuilds(
  tx: Reader,
  { search, onlyFailed }: Search,
  tenantId?: string,
): Promise<FoundBuild[]> {
  const words = searchWords(search);
  const parts = [
    recentMatches(words, recentBuilds(onlyFailed, tenantId), [
      ...(tenantId === undefined ? [sql`t.slug`] : []),
      ...(isPartOfCommit(search) ? [sql`b.git_commit`] : []),
    ]),
    ...numberMatches(words, tenantId),
    ...(tenantId !== undefined && search !== "" ? [termMatches(search, tenantId)] : []),
    ...(isUuid(search.toLowerCase()) ? [sql`select ${search.toLowerCase()}::uuid as id, 0 as rank`] : []),
  ];
  const rows = await tx.execute<BuildRow>(sql`
    select b.id, b.number, b.platform, b.version, b.git_ref as "gitRef", b.status,
      a.id as "appId", a.name as "appName", t.slug as "tenantSlug", t.name as "tenantName"
    from (select id, min(rank) as rank from (${sql.join(parts, sql` union all `)}) part group by id) found
    ${buildById(sql`found.id`)}
    where ${tenantId === undefined ? sql`true` : sql`b.tenant_id = ${tenantId}::uuid`}
      and ${onlyFailed ? sql`b.status = 'FAILED'` : sql`true`}
    order by found.rank, b.created_at desc, b.id desc limit ${RESULT_LIMIT}`);
  return rows.map(({ appId, appName, tenantSlug, tenantName, ...build }) => ({
    ...build,
    app: { id: appId, name: appName },
    tenant: { slug: tenantSlug, name: tenantName },
  }));
}

interface BuildRow extends Omit<FoundBuild, "app" | "tenant">, Record<string, unknown> {
  appId: string;
  appName: string;
  tenantSlug: string;
  tenantName: string;
}

/** Joins of a build with its app and tenant. `offset 0` keeps the planner from reading all builds for a hash join. */
const buildById = (id: SQL): SQL => sql`
  cross join lateral (select * from builds where id = ${id} offset 0) b
  join apps a on a.id = b.app_id
  join tenants t on t.id = b.tenant_id`;

function recentBuilds(onlyFailed: boolean, tenantId: string | undefined): SQL {
  const limit = MAX_RECENT_BUILDS;
  if (tenantId === undefined) {
    return sql`(select id from builds order by created_at desc, id desc limit ${numberLiteral(limit)})`;
  }
  return newestBuilds({ tenantId: sql`${tenantId}::uuid`, status: onlyFailed ? ["FAILED"] : [], limit });
}

const recentMatches = (words: readonly string[], recent: SQL, moreTexts: SQL[]): SQL => sql`
  select b.id, 2 as rank from ${recent} recent
  ${buildById(sql`recent.id`)}
  where ${hasWords(words, lowerText([...BUILD_TEXTS, ...moreTexts]))}`;

/** Check of a text that can be a commit as Git abbreviates it. Shorter ones would match parts of many commits. */
const isPartOfCommit = (search: string): boolean => /^[0-9a-f]{7,64}$/i.test(search);

const BUILD_TEXTS = [sql`a.name`, sql`a.slug`, sql`'#' || b.number`, sql`b.version`, sql`b.git_ref`];

/** Builds of a number in the apps that the words before it name; across tenants not without such words. */
function numberMatches(words: readonly string[], tenantId: string | undefined): SQL[] {
  const numbered = readBuildNumber(words);
  if (!numbered || (tenantId === undefined && numbered.appWords.length === 0)) return [];
  const { appWords, number } = numbered;
  const apps =
    tenantId === undefined
      ? sql`select * from apps order by id desc limit ${SCAN_LIMIT}`
      : sql`select * from apps where tenant_id = ${tenantId}::uuid order by id desc limit ${SCAN_LIMIT}`;
  return [
    sql`
      select b.id, 0 as rank from (${apps}) a
      cross join lateral (select id from builds where app_id = a.id and number = ${number}::integer offset 0) b
      where a.last_build_number >= ${number}::integer and ${hasWords(appWords, lowerText([sql`a.name`, sql`a.slug`]))}`,
  ];
}

/**
 * Newest builds of the first terms that start with the search. Each step of the recursion jumps to the next term, so a term
 * of a million builds costs as much as one of a single build.
 */
function termMatches(search: string, tenantId: string): SQL {
  const first = sql`lower(${search}::text)`;
  const nextTerm = (after?: SQL) => sql`
    select term from build_search_terms
    where tenant_id = ${tenantId}::uuid and ${startsWith(sql`term`, search)} and ${after ?? sql`true`}
    order by term limit 1`;
  return sql`
    select term_builds.build_id as id, (terms.term <> ${first})::integer as rank
    from (
      with recursive terms as (
        (${nextTerm()})
        union all
        select next.term from terms cross join lateral (${nextTerm(sql`term > terms.term`)}) next
      )
      select term from terms limit ${RESULT_LIMIT}
    ) terms
    cross join lateral (
      select build_id from build_search_terms
      where tenant_id = ${tenantId}::uuid and term = terms.term order by build_id desc limit ${RESULT_LIMIT}
    ) term_builds`;
}
