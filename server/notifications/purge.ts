import type { Context } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";

const DAY_MS = 86_400_000;
/** So many events in one transaction; the job goes on until none is left. */
const AT_ONCE = 500;

/**
 * Forgets events older than `NOTIFICATION_RETENTION_DAYS`, with what became of them: deliveries, their attempts, and what
 * people were told. An event that a channel is still owed stays until it is delivered, dead or dropped.
 */
export async function purgeNotifications(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - env().NOTIFICATION_RETENTION_DAYS * DAY_MS).toISOString();
  while ((await purgeEvents(ctx, before)) === AT_ONCE);
  while ((await purgeNotices(ctx, before)) === AT_ONCE);
}

/** A delivery that is asked for again in this very moment makes the statement fail, and the job come back later. */
async function purgeEvents(ctx: Context, before: string): Promise<number> {
  const gone = await ctx.db.systemDb.sql`
    with old as (
      select e.id from domain_events e
      where e.dispatched_at is not null and e.occurred_at < ${before}::timestamptz
        and not exists (select from deliveries d where d.event_id = e.id and d.state in ('PENDING', 'PARKED'))
      order by e.sequence limit ${AT_ONCE} for update skip locked
    ), settled as (
      delete from deliveries d using old
      where d.event_id = old.id and d.state not in ('PENDING', 'PARKED') returning d.id
    ), tries as (
      delete from delivery_attempts a using settled where a.delivery_id = settled.id
    ), told as (
      delete from notices n using old where n.event_id = old.id
    )
    delete from domain_events e using old where e.id = old.id returning e.id`;
  return gone.length;
}

/** What people were told of no event: a channel that failed. */
async function purgeNotices(ctx: Context, before: string): Promise<number> {
  const gone = await ctx.db.systemDb.sql`
    delete from notices where id in (
      select id from notices where created_at < ${before}::timestamptz and event_id is null
      order by created_at limit ${AT_ONCE} for update skip locked
    ) returning id`;
  return gone.length;
}
