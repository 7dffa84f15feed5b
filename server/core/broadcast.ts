import { randomUUID } from "node:crypto";
import { EventEmitter, on } from "node:events";
import { processSingleton } from "@/db/client.ts";
import { database } from "./context.ts";
import { shutdownSignal } from "./lifecycle.ts";
import { log } from "./log.ts";

/** Publish/subscribe channel between all processes. */
export interface Broadcast<M> {
  /** Publishes a message to every process. Call it after the commit that it is about. */
  announce: (message: M) => void;
  /**
   * Messages of all processes, until `signal` aborts. Null means that earlier messages may be lost, so subscribers read
   * their data again. It comes first, after a reconnect, and when a process timed out that may have had unsent
   * messages.
   */
  watch: (filter: (message: M) => boolean, signal: AbortSignal) => AsyncGenerator<M | null>;
  /** True if this process receives messages now. A broken connection may go unnoticed for a while. */
  isReceiving: () => boolean;
  /**
   * Calls back at once for each message of this process, before the others receive it. Returns a function that
   * unsubscribes.
   */
  onAnnounce: (listener: (message: M) => void) => () => void;
}

/** Time without a heartbeat after which a process counts as dead. */
export const PROCESS_TIMEOUT_MS = 5_000;

/** Time for which messages are collected: a NOTIFY in every transaction would serialize commits. */
const DEBOUNCE_MS = 40;
/** Three heartbeats fit into the timeout. */
const HEARTBEAT_INTERVAL_MS = PROCESS_TIMEOUT_MS / 3;
/** A payload of NOTIFY is limited to 8,000 bytes; a message has about 140. */
const NOTIFY_BATCH_SIZE = 50;

interface Notification<M> {
  /** Sending process. */
  from: string;
  messages: M[];
}

/**
 * Publish/subscribe over LISTEN and NOTIFY of PostgreSQL. Every process sends heartbeats, so that messages lost with
 * a killed process or a broken connection are noticed.
 * @param keyOf of messages with one key that wait together, the last is sent
 */
export function createBroadcast<M>(channel: string, keyOf: (message: M) => string): Broadcast<M> {
  const outbox = () =>
    processSingleton(`${channel}-outbox`, () => ({
      waiting: new Map<string, M>(),
      timer: undefined as NodeJS.Timeout | undefined,
      isScheduled: false,
    }));
  const inbox = () =>
    processSingleton(`${channel}-inbox`, () => ({
      emitter: new EventEmitter().setMaxListeners(0),
      liveness: createProcessLiveness(processId()),
      subscription: undefined as Promise<unknown> | undefined,
    }));

  const send = async (): Promise<void> => {
    const box = outbox();
    const messages = [...box.waiting.values()];
    box.waiting.clear();
    box.isScheduled = false;
    try {
      // Without messages, an empty batch is the heartbeat.
      for (let start = 0; start === 0 || start < messages.length; start += NOTIFY_BATCH_SIZE)
        await notify(messages.slice(start, start + NOTIFY_BATCH_SIZE));
    } catch (error) {
      if (shutdownSignal().aborted) return;
      if (messages.length > 0)
        log().warn({ err: error, channel }, "a broadcast was not sent and will be retried");
      for (const message of messages)
        if (!box.waiting.has(keyOf(message))) box.waiting.set(keyOf(message), message);
    } finally {
      beat();
    }
  };
  const notify = (messages: M[]) => {
    const payload = JSON.stringify({ from: processId(), messages } satisfies Notification<M>);
    return database().notify(channel, payload);
  };
  const beat = (): void => {
    if (inbox().liveness.removeTimedOut()) inbox().emitter.emit("message", null);
    if (!outbox().isScheduled && !shutdownSignal().aborted) sendIn(HEARTBEAT_INTERVAL_MS);
  };
  const sendIn = (ms: number): void => {
    const box = outbox();
    clearTimeout(box.timer);
    box.timer = setTimeout(() => void send(), ms).unref();
  };

  /** One listening connection per process for all channels; postgres.js reconnects it. */
  const listen = (): Promise<unknown> => {
    const box = inbox();
    const receive = (payload: string) => {
      const { from, messages } = JSON.parse(payload) as Notification<M>;
      box.liveness.recordHeartbeat(from);
      for (const message of messages) box.emitter.emit("message", message);
    };
    box.subscription ??= database()
      .listen(channel, receive, () => box.emitter.emit("message", null))
      .then(send, (error: unknown) => {
        box.subscription = undefined;
        throw error;
      });
    return box.subscription;
  };

  return {
    announce: (message) => {
      inbox().emitter.emit("announce", message);
      const box = outbox();
      box.waiting.set(keyOf(message), message);
      if (box.isScheduled) return;
      box.isScheduled = true;
      sendIn(DEBOUNCE_MS);
    },
    watch: async function* (filter, signal) {
      await listen();
      const ended = AbortSignal.any([signal, shutdownSignal()]);
      try {
        // `on` buffers from here, also between two calls of `next`.
        const messages = on(inbox().emitter, "message", { signal: ended });
        yield null;
        for await (const [message] of messages) {
          if (message === null || filter(message as M)) yield message as M | null;
        }
      } catch (error) {
        if (!ended.aborted) throw error;
      }
    },
    isReceiving: () => inbox().liveness.isHeard(),
    onAnnounce: (listener) => {
      const { emitter } = inbox();
      emitter.on("announce", listener);
      return () => emitter.off("announce", listener);
    },
  };
}

const processId = (): string => processSingleton("process-id", () => randomUUID());

/** Heartbeats of all processes, this one included. */
export interface ProcessLiveness {
  recordHeartbeat: (process: string) => void;
  /** True if this process received its own heartbeat lately. */
  isHeard: () => boolean;
  /**
   * Removes processes that timed out; none while this process itself receives nothing.
   * @returns whether any was removed
   */
  removeTimedOut: () => boolean;
}

/**
 * @param self id of this process
 * @param now milliseconds of a monotonic clock
 */
export function createProcessLiveness(
  self: string,
  now: () => number = () => performance.now(),
): ProcessLiveness {
  const lastHeartbeat = new Map<string, number>();
  const isTimedOut = (process: string) =>
    now() - (lastHeartbeat.get(process) ?? -Infinity) > PROCESS_TIMEOUT_MS;
  return {
    recordHeartbeat: (process) => lastHeartbeat.set(process, now()),
    isHeard: () => !isTimedOut(self),
    removeTimedOut: () => {
      if (isTimedOut(self)) return false;
      const timedOut = [...lastHeartbeat.keys()].filter(isTimedOut);
      for (const process of timedOut) lastHeartbeat.delete(process);
      return timedOut.length > 0;
    },
  };
}
