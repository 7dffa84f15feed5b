import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { deliveries, domainEvents, notificationChannels } from "@/db/schema/index.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { log } from "@/server/core/log.ts";
import { dispatchEvents, isDispatchable } from "./dispatch-events.ts";
import { sender } from "./sender.ts";

const POLL_INTERVAL_MS = 250;

/**
 * Dispatch loop for domain events and callbacks. Every process that runs jobs polls the tables, so events of a killed
 * process and retries that become due need no wake-up of their own. Sending is not awaited: a slow receiver delays no
 * other channel. With `OUTBOUND=hold`, events are dispatched, and nothing is sent.
 */
export function startDispatcher() {
  const ctx = systemContext("callbacks");
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await dispatchDue(ctx).catch((error: unknown) => {
        if (!stopping.signal.aborted) log().debug({ err: error }, "dispatching events failed");
      });
      await delay(POLL_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await sender().stop();
    },
  };
}

async function dispatchDue(ctx: Context): Promise<void> {
  let due = await findDue(ctx);
  if (due.has_events) {
    await dispatchEvents(ctx);
    due = await findDue(ctx);
  }
  if (env().OUTBOUND === "hold") return;
  for (const channelId of due.channel_ids) void sender().drain(channelId);
}

/** Undispatched events, and the channels with deliveries that are due: one statement, by index. */
async function findDue(ctx: Context): Promise<{ has_events: boolean; channel_ids: string[] }> {
  const now = sql`${ctx.now().toISOString()}::timestamptz`;
  const [due] = await ctx.db.systemDb.orm.execute<{ has_events: boolean; channel_ids: string[] }>(sql`
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
      )) as channel_ids`);
  return due ?? { has_events: false, channel_ids: [] };
}
