import { processSingleton } from "@/db/client.ts";
import { type Context, systemContext } from "../context.ts";
import { env } from "../env.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { log } from "../log.ts";
import { inTransaction } from "../mutate.ts";
import { type Outbound, outbound } from "../outbound/outbound.ts";
import { claimDue, type DueDelivery, findNextDue } from "./claim.ts";
import { payloadOf } from "./payload.ts";
import { SCHEDULE, type Schedule } from "./policy.ts";
import { settle } from "./settle.ts";
import { signedHeaders } from "./sign.ts";

export interface SenderSettings {
  ctx: Context;
  outbound: Outbound;
  schedule: Schedule;
  /** For one try, in all. */
  timeoutMs: number;
  /** The address under which receivers find more. */
  origin: string;
}

export interface Sender {
  /**
   * Sends what a channel owes until nothing is due, apart from all other channels; where that is going on already, it
   * goes on a little longer. Never throws.
   */
  drain: (channelId: string) => Promise<void>;
  /** Begins nothing new and waits for what runs. */
  stop: () => Promise<void>;
}

const TIMEOUT_MS = 15_000;
/** How many requests run to one channel at a time, in each process. */
const TOGETHER = 16;
/** How much longer than a try its claim lasts, so that the outcome can be written. */
const CLAIM_MARGIN_MS = 10_000;
const USER_AGENT = "Drydock-Callbacks/1";

export function createSender(settings: SenderSettings): Sender {
  const running = new Map<string, { again: boolean; done: Promise<void> }>();
  let isStopping = false;
  const run = async (channelId: string, state: { again: boolean }): Promise<void> => {
    try {
      do {
        state.again = false;
        while (!isStopping && (await sendDue(settings, channelId)) > 0);
        if (!isStopping) await comeBackLater(settings.ctx, channelId);
      } while (state.again && !isStopping);
    } catch (error) {
      // What was claimed becomes due again by itself, and the next sweep finds it.
      log().warn({ channelId, err: error }, "sending callbacks of a channel broke off");
    } finally {
      running.delete(channelId);
    }
  };
  return {
    drain: (channelId) => {
      const current = running.get(channelId);
      if (current) {
        current.again = true;
        return current.done;
      }
      const state = { again: false, done: Promise.resolve() };
      running.set(channelId, state);
      state.done = run(channelId, state);
      return state.done;
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** The process's own. */
export const sender = (): Sender =>
  processSingleton("callback-sender", () =>
    createSender({
      ctx: systemContext("callbacks"),
      outbound: outbound(),
      schedule: SCHEDULE,
      timeoutMs: TIMEOUT_MS,
      origin: env().NEXTAUTH_URL ?? "",
    }),
  );

async function sendDue(settings: SenderSettings, channelId: string): Promise<number> {
  const { ctx, timeoutMs } = settings;
  const due = await claimDue(ctx, channelId, { limit: TOGETHER, claimMs: timeoutMs + CLAIM_MARGIN_MS });
  await Promise.all(due.map((delivery) => send(settings, delivery)));
  return due.length;
}

async function send(settings: SenderSettings, delivery: DueDelivery): Promise<void> {
  const { ctx, outbound: client, origin, timeoutMs, schedule } = settings;
  const { url, secrets } = delivery.channel;
  const startedAt = ctx.now();
  const body = payloadOf(delivery, origin);
  const headers = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    ...signedHeaders({ id: delivery.eventId, at: startedAt, body }, secrets),
  };
  const result = await client.send({ url, headers, body, timeoutMs });
  await settle(ctx, { delivery, headers, startedAt, result }, schedule, Math.random());
}

/** Has the channel looked at again when its next delivery is due. */
async function comeBackLater(ctx: Context, channelId: string): Promise<void> {
  const runAt = await findNextDue(ctx, channelId);
  if (!runAt) return;
  await inTransaction(ctx, ({ open: { tx } }) =>
    enqueue(tx, "send_callbacks", { channelId }, { runAt, jobKey: `send_callbacks:${channelId}` }),
  );
}
