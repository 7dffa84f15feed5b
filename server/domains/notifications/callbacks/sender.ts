import { processSingleton } from "@/db/client.ts";
import { createBatcher } from "@/server/core/batcher.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { log } from "@/server/core/log.ts";
import { countCallback } from "@/server/core/metrics.ts";
import { type Outbound, outbound } from "@/server/outbound/outbound.ts";
import {
  type AttemptResult,
  hasSucceeded,
  planNextAttempt,
  RETRY_SCHEDULE_MS,
  type RetrySchedule,
} from "./callback-retry-policy.ts";
import { updateChannelHealth } from "./channel-health.ts";
import { claimDueDeliveries, type DueDelivery } from "./claim-deliveries.ts";
import { createDeliveryWindow, type DeliveryWindow } from "./delivery-window.ts";
import { serializePayload } from "./payload.ts";
import { type SavedAttempt, saveAttempts } from "./save-attempts.ts";
import { createSignatureHeaders } from "./signature.ts";

export interface SenderSettings {
  ctx: Context;
  outbound: Outbound;
  schedule: RetrySchedule;
  /** For one attempt, from name resolution to the last byte. */
  timeoutMs: number;
  origin: string;
  /** Sends only deliveries of events before it. */
  occurredBefore?: Date;
}

export interface Sender {
  /**
   * Sends the due deliveries of a channel until none is left, independent of other channels. A call while it runs makes
   * it poll again. Never throws. @returns the number of attempts
   */
  drain: (channelId: string) => Promise<number>;
  /** Stops sending and waits for attempts in flight. */
  stop: () => Promise<void>;
}

const TIMEOUT_MS = 15_000;
/** Concurrent requests per channel and process. */
const CHANNEL_CONCURRENCY = 16;
const MAX_ATTEMPT_BATCH_SIZE = 64;
/** Time by which a claim outlasts its attempt, so that the result can be saved. */
const CLAIM_MARGIN_MS = 10_000;
const USER_AGENT = "Drydock-Callbacks/1";

/** Sender of callbacks: one delivery window per channel, and one batcher that saves attempts. */
export function createSender(settings: SenderSettings): Sender {
  const { ctx, timeoutMs, occurredBefore } = settings;
  const saveAttempt = createBatcher<SavedAttempt, boolean>({
    maxBatchSize: MAX_ATTEMPT_BATCH_SIZE,
    maxConcurrentBatches: 1,
    run: (attempts) => saveAttempts(ctx, attempts),
    isItemError: () => true,
  });
  const windows = new Map<string, DeliveryWindow>();
  let isStopping = false;
  const open = (channelId: string): DeliveryWindow => {
    const { poll, done } = createDeliveryWindow({
      size: CHANNEL_CONCURRENCY,
      take: (limit, isAlone) =>
        claimDueDeliveries(ctx, channelId, {
          limit,
          isAlone,
          claimMs: timeoutMs + CLAIM_MARGIN_MS,
          occurredBefore,
        }),
      handle: (delivery) => send(settings, delivery, saveAttempt),
      end: () => windows.delete(channelId),
      isStopping: () => isStopping,
    });
    // A claim that expires makes its deliveries due again, and the dispatcher polls for them.
    const ended = done.catch((error) => {
      log().warn({ channelId, err: error }, "sending callbacks of an endpoint failed");
      return 0;
    });
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

export const sender = (): Sender =>
  processSingleton("callback-sender", () =>
    createSender({ ...senderSettings(), ctx: systemContext("callbacks") }),
  );

export const senderSettings = (): Omit<SenderSettings, "ctx"> => ({
  outbound: outbound(),
  schedule: RETRY_SCHEDULE_MS,
  timeoutMs: TIMEOUT_MS,
  origin: publicOrigin(),
});

/** Sends one attempt of a delivery, saves it and updates the channel's health. */
async function send(
  { ctx, outbound: client, origin, timeoutMs, schedule }: SenderSettings,
  delivery: DueDelivery,
  saveAttempt: (attempt: SavedAttempt) => Promise<boolean>,
): Promise<boolean> {
  const { url, secrets, id: channelId, isTroubled } = delivery.channel;
  const startedAt = ctx.now();
  const body = serializePayload(delivery, origin);
  const headers = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    ...createSignatureHeaders({ id: delivery.eventId, at: startedAt, body }, secrets),
  };
  const sent = await client.send({ url, headers, body, timeoutMs, isBodyOptional: true });
  const result: AttemptResult = {
    status: sent.isComplete ? sent.response.status : null,
    retryAfter: sent.isComplete ? (sent.response.headers["retry-after"] ?? null) : null,
    at: ctx.now(),
  };
  const succeeded = hasSucceeded(result);
  countCallback(succeeded ? "delivered" : result.status === null ? "unanswered" : "refused", sent.durationMs);
  const plan = planNextAttempt(delivery, result, schedule, Math.random());
  const isSaved = await saveAttempt({
    ...{ delivery, headers, startedAt, result: sent, succeeded, savedAt: result.at },
    ...plan,
  });
  if (isSaved && !delivery.isTest && (isTroubled || !succeeded)) {
    await updateChannelHealth(ctx, channelId, result, schedule);
  }
  return succeeded;
}
