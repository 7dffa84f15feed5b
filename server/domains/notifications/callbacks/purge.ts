import type { Context } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { DAY_MS } from "@/shared/time.ts";

const PURGE_BATCH_SIZE = 500;

/**
 * Purges events older than `NOTIFICATION_RETENTION_DAYS` with their deliveries, attempts and notices. An event with
 * pending or parked deliveries stays.
 */
export async function purgeEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - env().NOTIFICATION_RETENTION_DAYS * DAY_MS).toISOString();
  while ((await purgeEventBatch(ctx, before)) === PURGE_BATCH_SIZE);
  while ((await purgeNoticeBatch(ctx, before)) === PURGE_BATCH_SIZE);
}

/** Fails on a foreign key if a delivery is redelivered meanwhile; the job is then retried. */
async function purgeEventBatch(ctx: Context, before: string): Promise<number> {
  const purged = await ctx.db.systemDb.sql`
    with old as (
      select e.id from domain_events e
      where e.dispatched_at is not null and e.occurred_at < ${before}::timestamptz
        and not exists (select from deliveries d where d.event_id = e.id and d.state in ('PENDING', 'PARKED'))
      order by e.sequence limit ${PURGE_BATCH_SIZE} for update skip locked
    ), purged as (
      delete from deliveries d using old
      where d.event_id = old.id and d.state not in ('PENDING', 'PARKED') returning d.id
    ), attempts as (
      delete from delivery_attempts a using purged where a.delivery_id = purged.id
    ), purged_notices as (
      delete from notices n using old where n.event_id = old.id
    )
    delete from domain_events e using old where e.id = old.id returning e.id`;
  return purged.length;
}

/** Notices without an event, such as those of failing channels. */
async function purgeNoticeBatch(ctx: Context, before: string): Promise<number> {
  const purged = await ctx.db.systemDb.sql`
    delete from notices where id in (
      select id from notices where created_at < ${before}::timestamptz and event_id is null
      order by created_at limit ${PURGE_BATCH_SIZE} for update skip locked
    ) returning id`;
  return purged.length;
}
