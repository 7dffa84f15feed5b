import { sql } from "drizzle-orm";
import { deliveries, domainEvents, notificationChannels } from "@/db/schema/index.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { startDueLoop } from "@/server/queue/due-loop.ts";
import { dispatchEvents, isDispatchable } from "./dispatch-events.ts";
import { sender } from "./sender.ts";

/**
 * Dispatch loop for domain events and callbacks, in every process that runs jobs. It rests until an event is recorded in any
 * process or a retry is due. Sending is not awaited: a slow receiver delays no other channel. With `OUTBOUND=hold`, events
 * are dispatched, and nothing is sent.
 */
export function startDispatcher() {
  const ctx = systemContext("callbacks");
  const loop = startDueLoop("events", (look) => dispatchDue(ctx, look));
  return {
    stop: async () => {
      await loop.stop();
      await sender().stop();
    },
  };
}

/** Dispatches and sends what is due. @returns the milliseconds until more is due */
async function dispatchDue(ctx: Context, look: () => void): Promise<number> {
  let due = await findDue(ctx);
  if (due.has_events) {
    await dispatchEvents(ctx);
    due = await findDue(ctx);
  }
  for (const channelId of env().OUTBOUND === "hold" ? [] : due.channel_ids) {
    // A failed attempt has set the time of the next one.
    void sender()
      .drain(channelId)
      .then((sent) => sent > 0 && look());
  }
  return due.due_ms ?? Number.POSITIVE_INFINITY;
}

interface Due {
  has_events: boolean;
  channel_ids: string[];
  /** Until the next event or delivery is due that is not due now. */
  due_ms: number | null;
}

/** Undispatched events, and the channels with deliveries that are due: one statement, by index. */
async function findDue(ctx: Context): Promise<Due> {
  const now = sql`${ctx.now().toISOString()}::timestamptz`;
  const [due] = await ctx.db.systemDb.orm.execute<Due & Record<string, unknown>>(sql`
    select
      exists (select from ${domainEvents} where ${isDispatchable(ctx.now())}) as has_events,
      to_json(array(
        select channel.id from ${notificationChannels} channel
        where (
          select true from ${deliveries} delivery
          where delivery.channel_id = channel.id and delivery.state = 'PENDING' and delivery.next_attempt_at <= ${now}
            and (delivery.is_test or coalesce(channel.hold_until <= ${now}, true))
          limit 1
        )
      )) as channel_ids,
      extract(epoch from least(
        (select min(held_until) from ${domainEvents} where dispatched_at is null and held_until > ${now}),
        (
          select min((
            select greatest(delivery.next_attempt_at, channel.hold_until) from ${deliveries} delivery
            where delivery.channel_id = channel.id and delivery.state = 'PENDING'
              and delivery.next_attempt_at > case when channel.hold_until > ${now} then '-infinity' else ${now} end
            order by delivery.next_attempt_at limit 1
          )) from ${notificationChannels} channel
        )
      ) - ${now})::float8 * 1000 as due_ms`);
  if (!due) throw new Error("the database returned no row");
  return due;
}
