import { processSingleton } from "@/db/client.ts";
import { type Outbound, outbound } from "../outbound/outbound.ts";
import { createBatcher } from "../platform/batcher.ts";
import { type Context, systemContext } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";
import { log } from "../platform/log.ts";
import { settle } from "./channel-health.ts";
import { claimDueDeliveries, type DueDelivery } from "./claim-deliveries.ts";
import { createDeliveryWindow, type DeliveryWindow } from "./delivery-window.ts";
import { serializePayload } from "./payload.ts";
import { RETRY_SCHEDULE_MS, type RetrySchedule } from "./policy.ts";
import { type SavedAttempt, saveAttempts } from "./save-attempts.ts";
import { createSignatureHeaders } from "./signature.ts";

export interface SenderSettings {
  ctx: Context;
  outbound: Outbound;
  schedule: RetrySchedule;
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
const CHANNEL_CONCURRENCY = 16;
const MAX_ATTEMPT_BATCH_SIZE = 64;
/** How much longer than a try its claim lasts, so that the outcome can be written. */
const CLAIM_MARGIN_MS = 10_000;
const USER_AGENT = "Drydock-Callbacks/1";

export function createSender(settings: SenderSettings): Sender {
  const { ctx, timeoutMs } = settings;
  const keep = createBatcher<SavedAttempt, void>({
    maxBatchSize: MAX_ATTEMPT_BATCH_SIZE,
    maxConcurrentBatches: 1,
    run: async (attempts) => {
      await saveAttempts(ctx, attempts);
      return attempts.map(() => undefined);
    },
    isItemError: () => true,
  });
  const windows = new Map<string, DeliveryWindow>();
  let isStopping = false;
  const open = (channelId: string): DeliveryWindow => {
    const { poll, done } = createDeliveryWindow({
      size: CHANNEL_CONCURRENCY,
      take: (limit, isAlone) =>
        claimDueDeliveries(ctx, channelId, { limit, isAlone, claimMs: timeoutMs + CLAIM_MARGIN_MS }),
      handle: (delivery) => send(settings, delivery, keep),
      end: () => windows.delete(channelId),
      isStopping: () => isStopping,
    });
    // A claim that expires makes its deliveries due again, and the dispatcher polls for them.
    const ended = done.catch((error) =>
      log().warn({ channelId, err: error }, "sending callbacks of a channel broke off"),
    );
    return { poll, done: ended };
  };
  return {
    drain: (channelId) => {
      const current = windows.get(channelId);
      const window = current ?? open(channelId);
      if (current) current.poll();
      else windows.set(channelId, window);
      return window.done;
    },
    stop: async () => {
      isStopping = true;
      for (const { poll } of windows.values()) poll();
      await Promise.all([...windows.values()].map(({ done }) => done));
    },
  };
}

/** The process's own. */
export const sender = (): Sender =>
  processSingleton("callback-sender", () =>
    createSender({
      ctx: systemContext("callbacks"),
      outbound: outbound(),
      schedule: RETRY_SCHEDULE_MS,
      timeoutMs: TIMEOUT_MS,
      origin: env().NEXTAUTH_URL ?? "",
    }),
  );

async function send(
  settings: SenderSettings,
  delivery: DueDelivery,
  keep: (kept: SavedAttempt) => Promise<void>,
): Promise<boolean> {
  const { ctx, outbound: client, origin, timeoutMs, schedule } = settings;
  const { url, secrets } = delivery.channel;
  const startedAt = ctx.now();
  const body = serializePayload(delivery, origin);
  const headers = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    ...createSignatureHeaders({ id: delivery.eventId, at: startedAt, body }, secrets),
  };
  const result = await client.send({ url, headers, body, timeoutMs });
  return settle(ctx, { delivery, headers, startedAt, result }, { schedule, keep, random: Math.random() });
}
