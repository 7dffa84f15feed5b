import { isNull } from "drizzle-orm";
import { domainEvents } from "@/db/schema/index.ts";
import { type Context, systemContext } from "../context.ts";
import { log } from "../log.ts";
import { dispatchEvents, listChannelsInDebt } from "./dispatch.ts";
import { sender } from "./sender.ts";

export interface EventWatch {
  stop: () => Promise<void>;
}

const LOOK_EVERY_MS = 250;

/**
 * Hands events on to whoever is owed them, and has channels called that owe something now; in a sweep also those that
 * owe something later, so that it is looked at again in time. Nobody waits for the calls: a slow receiver must not keep
 * a job's place.
 */
export async function handOnEvents(ctx: Context, { sweep = false } = {}): Promise<void> {
  await dispatchEvents(ctx);
  for (const channelId of await listChannelsInDebt(ctx, sweep ? "ever" : "now")) {
    void sender().drain(channelId);
  }
}

/**
 * Watches for events that nobody was called for: their transaction took long, or their process died. Begins with a sweep,
 * for what a process before this one left behind.
 */
export function startEventWatch(): EventWatch {
  const ctx = systemContext("callbacks");
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let isSweepDue = true;
  const look = async (): Promise<void> => {
    try {
      if (isSweepDue || (await areEventsWaiting(ctx))) await handOnEvents(ctx, { sweep: isSweepDue });
      isSweepDue = false;
    } catch (error) {
      if (!isStopping) log().debug({ err: error }, "events could not be looked for");
    }
    if (!isStopping) timer = setTimeout(again, LOOK_EVERY_MS).unref();
  };
  let looking: Promise<void> = Promise.resolve();
  const again = (): void => {
    looking = look();
  };
  again();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await looking;
      await sender().stop();
    },
  };
}

async function areEventsWaiting(ctx: Context): Promise<boolean> {
  const waiting = await ctx.db.systemDb.orm
    .select({ id: domainEvents.id })
    .from(domainEvents)
    .where(isNull(domainEvents.dispatchedAt))
    .limit(1);
  return waiting.length > 0;
}
