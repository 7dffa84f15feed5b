import { EventEmitter, on } from "node:events";
import { processSingleton } from "@/db/client.ts";
import { database } from "./context.ts";
import { log } from "./log.ts";
import { stoppingSignal } from "./stopping.ts";

/** Something that happened in one process and is told in all of them. */
export interface Broadcast<M> {
  /** Tells every process, a moment after what it tells of was committed. */
  announce: (message: M) => void;
  /**
   * The messages as they happen in any process, until `signal` aborts. The first thing told is null: from then on
   * nothing is missed, so whoever shows something reads it once more. It comes again after the database was away.
   * @param filter says which messages the listener may see
   */
  watch: (filter: (message: M) => boolean, signal: AbortSignal) => AsyncGenerator<M | null>;
}

/** Longest a message waits to be sent together with others: NOTIFY at every commit would make commits queue up. */
const GATHER_MS = 40;
/** PostgreSQL refuses payloads of 8,000 bytes; a message is about 140. */
const MESSAGES_PER_NOTIFY = 50;

/**
 * A broadcast over one of PostgreSQL's channels.
 * @param keyOf of the messages with one key that wait together, the last is sent
 */
export function createBroadcast<M>(channel: string, keyOf: (message: M) => string): Broadcast<M> {
  const outbox = () =>
    processSingleton(`${channel}-outbox`, () => ({
      waiting: new Map<string, M>(),
      timer: undefined as NodeJS.Timeout | undefined,
    }));
  const send = async (): Promise<void> => {
    const box = outbox();
    const messages = [...box.waiting.values()];
    box.waiting.clear();
    box.timer = undefined;
    try {
      for (let start = 0; start < messages.length; start += MESSAGES_PER_NOTIFY) {
        const payload = JSON.stringify(messages.slice(start, start + MESSAGES_PER_NOTIFY));
        await database().platform.sql`select pg_notify(${channel}, ${payload})`;
      }
    } catch (error) {
      // What was announced is safe; open pages learn of it at their next refresh.
      log().warn({ err: error, channel }, "a broadcast was not sent");
    }
  };
  return {
    announce: (message) => {
      const box = outbox();
      box.waiting.set(keyOf(message), message);
      box.timer ??= setTimeout(() => void send(), GATHER_MS).unref();
    },
    watch: async function* (filter, signal) {
      const emitter = await listener<M>(channel);
      const ended = AbortSignal.any([signal, stoppingSignal()]);
      try {
        // `on` collects from here, also while nobody asks for the next message.
        const messages = on(emitter, "message", { signal: ended });
        yield null;
        for await (const [message] of messages) {
          if (message === null || filter(message as M)) yield message as M | null;
        }
      } catch (error) {
        if (!ended.aborted) throw error;
      }
    },
  };
}

/** One listening connection per process for all channels; postgres.js opens it again by itself when it breaks. */
async function listener<M>(channel: string): Promise<EventEmitter> {
  const state = processSingleton(`${channel}-listener`, () => ({
    opening: undefined as Promise<EventEmitter> | undefined,
  }));
  state.opening ??= listen<M>(channel).catch((error: unknown) => {
    state.opening = undefined;
    throw error;
  });
  return state.opening;
}

async function listen<M>(channel: string): Promise<EventEmitter> {
  const emitter = new EventEmitter().setMaxListeners(0);
  const tellAll = (payload: string) => {
    for (const message of JSON.parse(payload) as M[]) emitter.emit("message", message);
  };
  await database().platform.sql.listen(channel, tellAll, () => emitter.emit("message", null));
  return emitter;
}
