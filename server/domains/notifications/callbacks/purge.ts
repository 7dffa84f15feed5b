import { and, asc, eq, lt, sql } from "drizzle-orm";
import { deliveries, notificationChannels } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import {
  PURGE_BATCH_SIZE,
  purgeInBatches,
  repeatWithinBudget,
  retainedSince,
} from "@/server/core/retention.ts";
import { mutate, read, writeUnaudited } from "@/server/core/transactions.ts";
import { toChannelChange } from "./channels.ts";

/** Events of one batch: each has a delivery per endpoint, and each delivery its attempts. */
const EVENT_BATCH_SIZE = 100;
/** Of each channel. */
const PARKED_BUDGET_MS = 5_000;

/**
 * Purges events older than `NOTIFICATION_RETENTION_DAYS` with their deliveries, attempts and notices. Parked deliveries of
 * that age are dropped first, with an audit row of their channel. An event with a pending delivery stays.
 */
export async function purgeEvents(ctx: Context): Promise<void> {
  await dropParked(ctx);
  await purgeOldEvents(ctx);
  await purgeInBatches(
    ctx,
    // Notices without an event, such as those of failing channels.
    sql`delete from notices where id = any(array(
      select id from notices where created_at < ${retainedSince(ctx, env().NOTIFICATION_RETENTION_DAYS)} and event_id is null
      order by created_at limit ${PURGE_BATCH_SIZE} for update skip locked
    )) returning id`,
  );
}

async function dropParked(ctx: Context): Promise<void> {
  const before = retainedSince(ctx, env().NOTIFICATION_RETENTION_DAYS);
  const { id, tenantId } = notificationChannels;
  const channels = await read(ctx, (tx) => tx.select({ id, tenantId }).from(notificationChannels));
  for (const channel of channels) {
    await repeatWithinBudget(
      () =>
        mutate(ctx, "channel.settle_parked", async (tx) => {
          const old = tx
            .select({ id: deliveries.id })
            .from(deliveries)
            .where(
              and(
                eq(deliveries.channelId, channel.id),
                eq(deliveries.state, "PARKED"),
                lt(deliveries.createdAt, before),
              ),
            )
            .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
            .limit(PURGE_BATCH_SIZE)
            .for("update", { skipLocked: true });
          const { length: dropped } = await tx
            .update(deliveries)
            .set({ state: "DROPPED" })
            .where(sql`${deliveries.id} = any(array(${old}))`)
            .returning({ id: deliveries.id });
          const change = toChannelChange(channel, dropped === PURGE_BATCH_SIZE, {
            after: { action: "DROP", sent: 0, dropped },
          });
          return dropped === 0 ? { ...change, audit: null } : change;
        }),
      PARKED_BUDGET_MS,
    );
  }
}

/**
 * Walks through the events from the oldest, by the index of their sequence, up to the first batch without an old one. Fails
 * on a foreign key if a delivery is redelivered meanwhile; the job is then retried.
 */
async function purgeOldEvents(ctx: Context): Promise<void> {
  const before = retainedSince(ctx, env().NOTIFICATION_RETENTION_DAYS);
  let after = "0";
  await repeatWithinBudget(async () => {
    const [batch] = await writeUnaudited(ctx, (tx) =>
      tx.execute<{ count: number; last: string; hasOld: boolean }>(sql`
        with walked as (
          select id, sequence, occurred_at < ${before} as is_old from domain_events
          where sequence > ${after}::bigint order by sequence limit ${EVENT_BATCH_SIZE}
        ), old as (
          select e.id from domain_events e
          where e.id = any(array(select id from walked where is_old)) and e.dispatched_at is not null
            and not exists (select from deliveries d where d.event_id = e.id and d.state in ('PENDING', 'PARKED'))
          for update skip locked
        ), purged as (
          delete from deliveries d
          where d.event_id = any(array(select id from old)) and d.state not in ('PENDING', 'PARKED') returning d.id
        ), attempts as (
          delete from delivery_attempts where delivery_id = any(array(select id from purged))
        ), purged_notices as (
          delete from notices where event_id = any(array(select id from old))
        ), events as (
          delete from domain_events where id = any(array(select id from old))
        )
        select count(*)::integer as count, coalesce(max(sequence), 0)::text as last,
          coalesce(bool_or(is_old), false) as "hasOld" from walked`),
    );
    after = batch?.last ?? after;
    return batch?.hasOld === true && batch.count === EVENT_BATCH_SIZE;
  });
}
