import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { DAY_MS } from "@/shared/time.ts";

/** Statistics period in days, including today. */
export const PERIOD_DAYS = 30;
const BATCH_SIZE = 5_000;
const BATCH_TIMEOUT_MS = 60_000;
/** Advisory lock: one process counts at a time, the others skip the run. */
const ADVISORY_LOCK = 7_242_024;

/**
 * Incremental aggregation of build statistics: moves ended builds from `build_outcomes` into the counters, and subtracts
 * days that left the period. The trigger function `insert_build_outcome` (`db/functions/build-outcomes.sql`) inserts the
 * outcomes. A job runs this every minute; reads add the outcomes not counted yet, so figures are exact between runs.
 */
export async function countOutcomes(ctx: Context): Promise<void> {
  const firstDay = dayOf(ctx.now().getTime() - (PERIOD_DAYS - 1) * DAY_MS);
  while (await writeUnaudited(ctx, (tx) => runBatch(tx, firstDay))) {
    // One transaction per batch.
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** @returns true if more batches may follow */
async function runBatch(tx: Transaction, firstDay: string): Promise<boolean> {
  const [lock] = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as taken`,
  );
  if (!lock?.taken) return false;
  await tx.execute(sql`set local statement_timeout = ${sql.raw(String(BATCH_TIMEOUT_MS))}`);
  if (await dropDay(tx, firstDay)) return true;
  return (await countBatch(tx)) === BATCH_SIZE;
}

/**
 * Subtracts the first day of the period once it is older than `firstDay`. Builds that are still in `build_outcomes` were not
 * added and are not subtracted. One statement, so that both read one snapshot.
 */
async function dropDay(tx: Transaction, firstDay: string): Promise<boolean> {
  const [dropped] = await tx.execute(sql`
    with expired as (
      select since from build_period where since < ${firstDay}::date
    ), leaving as (
      select b.tenant_id, b.app_id, b.platform, seconds_between(b.created_at, b.started_at) as queue_seconds,
        case when b.status = 'COMPLETED' then seconds_between(b.started_at, b.finished_at) end as run_seconds
      from builds b, expired
      where b.created_at >= expired.since::timestamp at time zone 'UTC'
        and b.created_at < (expired.since + 1)::timestamp at time zone 'UTC'
        and b.finished_at is not null
        and not exists (select from build_outcomes o where o.build_id = b.id)
    ), subtracted as (
      update build_durations d set builds = d.builds - leaving_buckets.builds
      from (${toBuckets(sql`leaving`)}) leaving_buckets
      where (d.tenant_id, d.width, d.subject, d.measure, d.bucket)
        = (leaving_buckets.tenant_id, leaving_buckets.width, leaving_buckets.subject, leaving_buckets.measure, leaving_buckets.bucket)
    )
    update build_period set since = expired.since + 1 from expired returning build_period.since`);
  if (dropped) await tx.execute(sql`delete from build_durations where builds = 0`);
  return dropped !== undefined;
}

async function countBatch(tx: Transaction): Promise<number> {
  const [counted] = await tx.execute<{ builds: number }>(sql`
    with taken as (
      delete from build_outcomes where id in (select id from build_outcomes order by id limit ${BATCH_SIZE})
      returning *
    ), daily as (
      insert into build_days as d (tenant_id, day, app_id, platform, completed, failed)
      select tenant_id, day, app_id, platform,
        count(*) filter (where is_completed), count(*) filter (where not is_completed)
      from taken group by tenant_id, day, app_id, platform
      on conflict (tenant_id, day, app_id, platform) do update
      set completed = d.completed + excluded.completed, failed = d.failed + excluded.failed
    ), totals as (
      insert into build_totals as t (tenant_id, app_id, platform, completed, failed)
      select tenant_id, app_id, platform,
        count(*) filter (where is_completed), count(*) filter (where not is_completed)
      from taken group by tenant_id, app_id, platform
      on conflict (tenant_id, app_id, platform) do update
      set completed = t.completed + excluded.completed, failed = t.failed + excluded.failed
    ), in_period as (
      select taken.* from taken, build_period where taken.day >= build_period.since
    ), durations as (
      insert into build_durations as d (tenant_id, width, subject, measure, bucket, builds)
      ${toBuckets(sql`in_period`)}
      on conflict (tenant_id, width, subject, measure, bucket) do update set builds = d.builds + excluded.builds
    )
    select count(*)::integer as builds from taken`);
  return counted?.builds ?? 0;
}

/** Ended builds of `source` as histogram buckets of `build_durations`. */
const toBuckets = (source: ReturnType<typeof sql>) => sql`
  select o.tenant_id, w.width, s.subject, m.measure, m.seconds / w.width as bucket, count(*)::integer as builds
  from ${source} o
  cross join (values (1), (60)) w (width)
  cross join lateral (values ('ALL'), (o.platform), (o.app_id::text)) s (subject)
  cross join lateral (values ('RUN', o.run_seconds), ('QUEUE', o.queue_seconds)) m (measure, seconds)
  where m.seconds is not null
  group by 1, 2, 3, 4, 5`;
