import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";

/** The days of the statistics, today among them. */
export const PERIOD_DAYS = 30;
/** How many ended builds one transaction counts at the most. */
const BATCH = 5_000;
const MAX_ROUND_MS = 60_000;
const DAY_MS = 86_400_000;
/** Names the lock under which one process counts while the others leave it to that one. */
const COUNTING_LOCK = 7_242_024;

/**
 * Moves ended builds from `build_outcomes` into the counts, and days that are over out of the period. The trigger function
 * `insert_build_outcome` (`db/functions/build-outcomes.sql`) adds the rows. A job runs this every minute; reads add what is
 * not counted yet, so a late run makes no figure wrong.
 */
export async function countOutcomes(ctx: Context): Promise<void> {
  const firstDay = dayOf(ctx.now().getTime() - (PERIOD_DAYS - 1) * DAY_MS);
  while (await read(ctx, (tx) => countSome(tx, firstDay))) {
    // Each round is a transaction of its own.
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whether there may be more to do. */
async function countSome(tx: Transaction, firstDay: string): Promise<boolean> {
  const [lock] = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as taken`,
  );
  if (!lock?.taken) return false;
  await tx.execute(sql`set local statement_timeout = ${sql.raw(String(MAX_ROUND_MS))}`);
  if (await dropDay(tx, firstDay)) return true;
  return (await countBatch(tx)) === BATCH;
}

/**
 * Takes the period's first day out of it when it is over. Only builds that are counted are taken back: those that
 * still wait in `build_outcomes` will find the day outside the period. One statement, so that both see one moment.
 */
async function dropDay(tx: Transaction, firstDay: string): Promise<boolean> {
  const [dropped] = await tx.execute(sql`
    with over as (
      select since from build_period where since < ${firstDay}::date
    ), leaving as (
      select b.tenant_id, b.app_id, b.platform, seconds_between(b.created_at, b.started_at) as queue_seconds,
        case when b.status = 'COMPLETED' then seconds_between(b.started_at, b.finished_at) end as run_seconds
      from builds b, over
      where b.created_at >= over.since::timestamp at time zone 'UTC'
        and b.created_at < (over.since + 1)::timestamp at time zone 'UTC'
        and b.finished_at is not null
        and not exists (select from build_outcomes o where o.build_id = b.id)
    ), taken_back as (
      update build_durations d set builds = d.builds - left_over.builds
      from (${inBuckets(sql`leaving`)}) left_over
      where (d.tenant_id, d.width, d.subject, d.measure, d.bucket)
        = (left_over.tenant_id, left_over.width, left_over.subject, left_over.measure, left_over.bucket)
    )
    update build_period set since = over.since + 1 from over returning build_period.since`);
  if (dropped) await tx.execute(sql`delete from build_durations where builds = 0`);
  return dropped !== undefined;
}

async function countBatch(tx: Transaction): Promise<number> {
  const [counted] = await tx.execute<{ builds: number }>(sql`
    with taken as (
      delete from build_outcomes where id in (select id from build_outcomes order by id limit ${BATCH})
      returning *
    ), of_days as (
      insert into build_days as d (tenant_id, day, app_id, platform, completed, failed)
      select tenant_id, day, app_id, platform,
        count(*) filter (where is_completed), count(*) filter (where not is_completed)
      from taken group by tenant_id, day, app_id, platform
      on conflict (tenant_id, day, app_id, platform) do update
      set completed = d.completed + excluded.completed, failed = d.failed + excluded.failed
    ), of_ever as (
      insert into build_totals as t (tenant_id, app_id, platform, completed, failed)
      select tenant_id, app_id, platform,
        count(*) filter (where is_completed), count(*) filter (where not is_completed)
      from taken group by tenant_id, app_id, platform
      on conflict (tenant_id, app_id, platform) do update
      set completed = t.completed + excluded.completed, failed = t.failed + excluded.failed
    ), of_period as (
      select taken.* from taken, build_period where taken.day >= build_period.since
    ), durations as (
      insert into build_durations as d (tenant_id, width, subject, measure, bucket, builds)
      ${inBuckets(sql`of_period`)}
      on conflict (tenant_id, width, subject, measure, bucket) do update set builds = d.builds + excluded.builds
    )
    select count(*)::integer as builds from taken`);
  return counted?.builds ?? 0;
}

/** The ended builds of `source` as rows of `build_durations`. */
const inBuckets = (source: ReturnType<typeof sql>) => sql`
  select o.tenant_id, w.width, s.subject, m.measure, m.seconds / w.width as bucket, count(*)::integer as builds
  from ${source} o
  cross join (values (1), (60)) w (width)
  cross join lateral (values ('ALL'), (o.platform), (o.app_id::text)) s (subject)
  cross join lateral (values ('RUN', o.run_seconds), ('QUEUE', o.queue_seconds)) m (measure, seconds)
  where m.seconds is not null
  group by 1, 2, 3, 4, 5`;
