import type postgres from "postgres";
import { MAX_RECENT_ITEMS } from "@/server/domains/marketplace/search.ts";
import { type Dataset, insertEndedBuilds, pluginStatements, tenantStatements } from "../fixtures/dataset.ts";
import { DESCRIPTION, rowId, rowIdSql } from "../fixtures/ids.ts";

export const APPS = 10;
/** The last app is abandoned: its builds are two years older than those of the others. */
export const ABANDONED_APP = APPS - 1;
export const QUEUED_BUILDS = 2_000;

/** Dataset of one tenant that owns all builds, and, unless given, as many listings as belong to so many builds. */
export const growthDataset = (builds: number, items = Math.min(100_000, builds / 10)): Dataset => ({
  tenants: 1,
  apps: APPS,
  plugins: items,
  builds,
});

/** Items whose description has the word `RARE_WORD`, spread over all of them. */
const MAX_MATCHING_ITEMS = 1_000;
export const RARE_WORD = "harbor";
export const CATEGORY = "maps";

/** Builds between two failed ones of the first app: one in eleven failed, and one in `APPS` is of that app. */
const FAILED_STEP = 11 * APPS;

/** Id of the newest failed build of the first app. */
export const newestFailedId = (builds: number): string =>
  rowId("build", Math.floor((builds - 1) / FAILED_STEP) * FAILED_STEP);

const matchingStep = ({ plugins }: Dataset): number => Math.max(1, Math.floor(plugins / MAX_MATCHING_ITEMS));

const MAX_AUDIT_ROWS = 1_000_000;

/** Id of the newest build of the first app. */
export const newestBuildId = (builds: number): string => rowId("build", builds - APPS);

export async function loadGrowthDataset(sql: postgres.Sql, dataset: Dataset): Promise<void> {
  for (const statement of tenantStatements(dataset)) await sql.unsafe(statement);
  await loadBuilds(sql, dataset);
  for (const statement of [
    ...queuedBuildStatements,
    // The trigger works row by row; the function publishes all items at once.
    "alter table listings disable trigger listings_sync_marketplace_inserted",
    ...pluginStatements(dataset, { description: DESCRIPTION, days: 399 }),
    "alter table listings enable trigger listings_sync_marketplace_inserted",
    `select insert_marketplace_items(${rowIdSql("tenant", "0")})`,
    `update listings set description = '${RARE_WORD} ' || description
      where app_plugin_id in (select ${rowIdSql("plugin", `n * ${matchingStep(dataset)}`)}
        from generate_series(0, ${MAX_MATCHING_ITEMS - 1}) n)`,
    // What the product's job does within ten minutes.
    `select trim_recent_marketplace_items(${MAX_RECENT_ITEMS})`,
    `update marketplace_items set categories = array['${CATEGORY}'] where split_part(search_text, E'\n', 4) like '${RARE_WORD}%'`,
    `insert into audit_log (id, tenant_id, actor_kind, action, subject_type, subject_id, at)
      select uuidv7(), ${rowIdSql("tenant", "0")}, 'system', 'build.report', 'build', ${rowIdSql("build", "n")}::text,
        now() - interval '1 second' * n
      from generate_series(0, ${Math.min(MAX_AUDIT_ROWS, dataset.builds) - 1}) n`,
  ]) {
    await sql.unsafe(statement);
  }
}

/**
 * Loads ended builds over two years without the checks, triggers and indexes that work row by row. Builds before the
 * period of the statistics are counted here in one statement, the others by the product's job.
 */
async function loadBuilds(sql: postgres.Sql, dataset: Dataset): Promise<void> {
  await sql`set session_replication_role = replica`;
  await sql`set maintenance_work_mem = '512MB'`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = 'builds'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await sql.unsafe(
    insertEndedBuilds(dataset, {
      createdAt: `now() - interval '730 days' * ((${dataset.builds} - n) / ${dataset.builds}::float8)
        - case n % ${APPS} when ${ABANDONED_APP} then interval '730 days' else '0' end`,
      runSeconds: `120 + n / ${APPS} * 7919::bigint % 300000 / 1000.0`,
      errorLines: 10,
    }),
  );
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql.unsafe(countOlderBuilds);
  await sql.unsafe(recordNewerOutcomes);
  for (const statement of copiesOfBuilds) await sql.unsafe(statement);
  await sql`set session_replication_role = origin`;
  await sql`insert into build_reports (tenant_id, build_id, status, applied)
    select tenant_id, id, 'COMPLETED', true from builds where id = ${newestBuildId(dataset.builds)}`;
}

const day = "(created_at at time zone 'UTC')::date";

const countOlderBuilds = `
  with older as (
    select tenant_id, ${day} as day, app_id, platform, count(*) filter (where status = 'COMPLETED') as completed,
      count(*) filter (where status = 'FAILED') as failed
    from builds where ${day} < (select since from build_period) group by 1, 2, 3, 4
  ), by_day as (
    insert into build_days (tenant_id, day, app_id, platform, completed, failed) select * from older
  )
  insert into build_totals (tenant_id, app_id, platform, completed, failed)
  select tenant_id, app_id, platform, sum(completed), sum(failed) from older group by 1, 2, 3`;

const recordNewerOutcomes = `
  insert into build_outcomes (build_id, tenant_id, app_id, platform, day, is_completed, run_seconds, queue_seconds)
  select id, tenant_id, app_id, platform, ${day}, status = 'COMPLETED',
    case when status = 'COMPLETED' then seconds_between(started_at, finished_at) end, seconds_between(created_at, started_at)
  from builds where ${day} >= (select since from build_period)`;

/** What the triggers of builds write. */
const copiesOfBuilds = [
  `insert into build_failures (build_id, tenant_id, platform, worker_id, fingerprint, finished_at, is_pending)
    select id, tenant_id, platform, worker_id, failure ->> 'fingerprint', finished_at, false
    from builds where status = 'FAILED'`,
  `insert into build_sources (build_id, tenant_id, git_ref, version, created_by, worker_id, created_at)
    select id, tenant_id, git_ref, version, created_by, worker_id, created_at from builds`,
];

/** Builds to report on, of a second tenant, so that the pages of the first do not change. */
const queuedBuildStatements = [
  `insert into tenants (id, slug, name) values (${rowIdSql("tenant", "1")}, 'busy', 'Busy')`,
  `insert into apps (id, tenant_id, slug, name, platforms)
    values (${rowIdSql("busyApp", "0")}, ${rowIdSql("tenant", "1")}, 'busy', 'Busy', '{ANDROID}')`,
  `insert into builds (id, tenant_id, app_id, number, platform, version)
    select ${rowIdSql("freshBuild", "n")}, ${rowIdSql("tenant", "1")}, ${rowIdSql("busyApp", "0")}, n + 1, 'ANDROID', '1.0.0'
    from generate_series(0, ${QUEUED_BUILDS - 1}) n`,
];
