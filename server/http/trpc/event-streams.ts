import { processSingleton } from "@/db/client.ts";

/** Open event streams of one session, in each process. */
export const MAX_EVENT_STREAMS_PER_SESSION = 20;

/** Interval of pings on a stream without events, which detect disconnected clients. */
export const EVENT_STREAM_PING_INTERVAL_MS = 15_000;

/**
 * Time without data after which a browser reconnects its stream, since a connection may break without an error. Two
 * pings may be late.
 */
export const EVENT_STREAM_SILENCE_MS = 40_000;

/** Lifetime of a stream; browsers reconnect. Bounds a client that stays connected and reads nothing. */
const EVENT_STREAM_TIMEOUT_MS = 15 * 60_000;

export const EVENT_STREAM_RETRY_AFTER_SECONDS = 10;

/** Slot for an event stream; null if the session has no free slot. `release` may be called more than once. */
export function openEventStream(sessionId: string): { release: () => void } | null {
  const counts = processSingleton("event-streams", () => new Map<string, number>());
  const count = counts.get(sessionId) ?? 0;
  if (count >= MAX_EVENT_STREAMS_PER_SESSION) return null;
  counts.set(sessionId, count + 1);
  let isOpen = true;
  const release = () => {
    if (!isOpen) return;
    isOpen = false;
    const left = (counts.get(sessionId) ?? 1) - 1;
    if (left === 0) counts.delete(sessionId);
    else counts.set(sessionId, left);
  };
  return { release };
}

/** Response that calls `release` when its body ends, fails, is cancelled or reaches the lifetime of a stream. */
export function releaseAtEnd(
  response: Response,
  signal: AbortSignal,
  release: () => void,
  timeoutMs = EVENT_STREAM_TIMEOUT_MS,
): Response {
  const reader = response.body?.getReader();
  if (!reader || signal.aborted) {
    release();
    void reader?.cancel().catch(() => undefined);
    return new Response(null, response);
  }
  let timer: NodeJS.Timeout;
  let isOpen = true;
  const close = () => {
    if (isOpen) release();
    isOpen = false;
    clearTimeout(timer);
  };
  signal.addEventListener("abort", close, { once: true });
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      // An error breaks the connection, after which browsers reconnect; an orderly end would close the stream for good.
      timer = setTimeout(() => {
        close();
        controller.error(new Error("the event stream reached its lifetime"));
        void reader.cancel().catch(() => undefined);
      }, timeoutMs);
      timer.unref();
    },
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        close();
        throw error;
      });
      if (!isOpen) return;
      if (!done) return controller.enqueue(value);
      close();
      controller.close();
    },
    cancel: async (reason) => {
      close();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
