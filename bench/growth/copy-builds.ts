import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { rowId } from "../data/ids.ts";
import { APPS, appId, GIVEN_UP, TENANT } from "./world.ts";

const DAY_MS = 86_400_000;
const YEARS_MS = 730 * DAY_MS;

/**
 * Loads `builds` ended builds by COPY. Checks, triggers and indexes that work row by row rest meanwhile: what ended before
 * the statistics' period is counted here in one statement, the rest is left for the platform's own job.
 */
export async function copyBuilds(sql: postgres.Sql, builds: number): Promise<void> {
  await sql`set session_replication_role = replica`;
  await sql`set maintenance_work_mem = '512MB'`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = 'builds'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  const copy = await sql`copy builds (id, tenant_id, app_id, number, platform, version, status, artifact_path,
    error_log, size_bytes, worker_id, created_at, started_at, finished_at, updated_at) from stdin`.writable();
  await pipeline(Readable.from(chunksOf(builds)), copy);
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql.unsafe(countOlder);
  await sql.unsafe(noteOthers);
  await sql`set session_replication_role = origin`;
}

const day = "(created_at at time zone 'UTC')::date";

const countOlder = `
  with older as (
    select tenant_id, ${day} as day, app_id, platform, count(*) filter (where status = 'COMPLETED') as completed,
      count(*) filter (where status = 'FAILED') as failed
    from builds where ${day} < (select since from build_period) group by 1, 2, 3, 4
  ), by_day as (
    insert into build_days (tenant_id, day, app_id, platform, completed, failed) select * from older
  )
  insert into build_totals (tenant_id, app_id, platform, completed, failed)
  select tenant_id, app_id, platform, sum(completed), sum(failed) from older group by 1, 2, 3`;

const noteOthers = `
  insert into build_outcomes (build_id, tenant_id, app_id, platform, day, is_completed, run_seconds, queue_seconds)
  select id, tenant_id, app_id, platform, ${day}, status = 'COMPLETED',
    case when status = 'COMPLETED' then seconds_between(started_at, finished_at) end, seconds_between(created_at, started_at)
  from builds where ${day} >= (select since from build_period)`;

const LINES_AT_ONCE = 2_000;

function* chunksOf(builds: number): Generator<string> {
  const now = Date.now();
  let lines = "";
  for (let n = 0; n < builds; n += 1) {
    lines += `${lineOf(n, builds, now)}\n`;
    if (n % LINES_AT_ONCE === LINES_AT_ONCE - 1 || n === builds - 1) {
      yield lines;
      lines = "";
    }
  }
}

const ERROR_LOG = "Execution failed for task :app:compileReleaseKotlin\\n".repeat(10);

function lineOf(n: number, builds: number, now: number): string {
  const app = n % APPS;
  const nth = Math.floor(n / APPS);
  const hasFailed = nth % 11 === 0;
  const ageMs = ((builds - n) / builds) * YEARS_MS + (app === GIVEN_UP ? YEARS_MS : 0);
  const createdAt = Math.floor(now - ageMs);
  const runMs = 120_000 + ((nth * 7_919) % 300_000);
  const [startedAt, finishedAt] = [instant(createdAt + 20_000), instant(createdAt + 20_000 + runMs)];
  return [
    rowId("build", n),
    TENANT.id,
    appId(app),
    nth + 1,
    nth % 2 === 0 ? "ANDROID" : "IOS",
    `1.${nth}.0`,
    hasFailed ? "FAILED" : "COMPLETED",
    hasFailed ? "\\N" : `artifacts/${n}/app-release.aab`,
    hasFailed ? ERROR_LOG : "\\N",
    hasFailed ? "\\N" : 20_000_000 + n,
    `worker-${nth % 8}`,
    instant(createdAt),
    startedAt,
    finishedAt,
    finishedAt,
  ].join("\t");
}

const days = new Map<number, string>();

/** As `toISOString` writes it, several times as fast. */
function instant(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  let date = days.get(number);
  if (!date) {
    date = new Date(number * DAY_MS).toISOString().slice(0, 11);
    days.set(number, date);
  }
  const time = ms - number * DAY_MS;
  const two = (value: number) => (value < 10 ? `0${value}` : value);
  const [hours, minutes] = [Math.floor(time / 3_600_000), Math.floor(time / 60_000) % 60];
  return `${date}${two(hours)}:${two(minutes)}:${((time % 60_000) / 1_000).toFixed(3).padStart(6, "0")}Z`;
}
