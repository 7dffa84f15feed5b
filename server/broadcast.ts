import { randomUUID } from "node:crypto";
import { EventEmitter, on } from "node:events";
import { processSingleton } from "@/db/client.ts";
import { database } from "./context.ts";
import { log } from "./log.ts";
import { createPeers, SILENT_AFTER_MS } from "./peers.ts";
import { stoppingSignal } from "./stopping.ts";

/** Something that happened in one process and is told in all of them. */
export interface Broadcast<M> {
  /** Tells every process, a moment after what it tells of was committed. */
  announce: (message: M) => void;
  /**
   * The messages as they happen in any process, until `signal` aborts. The first thing told is null: from then on
   * nothing is missed, so whoever shows something reads it once more. It comes again after the database was away, and
   * when another process fell silent, who may have had something left to tell.
   * @param filter says which messages the listener may see
   */
  watch: (filter: (message: M) => boolean, signal: AbortSignal) => AsyncGenerator<M | null>;
  /** Whether this process hears the others now; a connection may be broken for long without saying so. */
  hears: () => boolean;
}

/** Longest a message waits to be sent together with others: NOTIFY at every commit would make commits queue up. */
const GATHER_MS = 40;
/** So often a process is heard of at least: three times before it would count as silent. */
const BEAT_MS = SILENT_AFTER_MS / 3;
/** PostgreSQL refuses payloads of 8,000 bytes; a message is about 140. */
const MESSAGES_PER_NOTIFY = 50;

interface Notification<M> {
  /** The process that sends it. */
  from: string;
  messages: M[];
}

/**
 * A broadcast over one of PostgreSQL's channels. Each process is heard of every few seconds even when it has nothing to
 * tell, so that word which got lost, with a process that was killed or a connection that broke, is known to be.
 * @param keyOf of the messages with one key that wait together, the last is sent
 */
export function createBroadcast<M>(channel: string, keyOf: (message: M) => string): Broadcast<M> {
  const outbox = () =>
    processSingleton(`${channel}-outbox`, () => ({
      waiting: new Map<string, M>(),
      timer: undefined as NodeJS.Timeout | undefined,
      isGathering: false,
    }));
  const inbox = () =>
    processSingleton(`${channel}-inbox`, () => ({
      emitter: new EventEmitter().setMaxListeners(0),
      peers: createPeers(processId()),
      opening: undefined as Promise<unknown> | undefined,
    }));

  const send = async (): Promise<void> => {
    const box = outbox();
    const messages = [...box.waiting.values()];
    box.waiting.clear();
    box.isGathering = false;
    try {
      // Nothing to tell is told, too.
      for (let start = 0; start === 0 || start < messages.length; start += MESSAGES_PER_NOTIFY)
        await notify(messages.slice(start, start + MESSAGES_PER_NOTIFY));
    } catch (error) {
      if (stoppingSignal().aborted) return;
      if (messages.length > 0)
        log().warn({ err: error, channel }, "a broadcast was not sent, and will be again");
      for (const message of messages)
        if (!box.waiting.has(keyOf(message))) box.waiting.set(keyOf(message), message);
    } finally {
      beat();
    }
  };
  const notify = (messages: M[]) => {
    const payload = JSON.stringify({ from: processId(), messages } satisfies Notification<M>);
    return database().systemDb.sql`select pg_notify(${channel}, ${payload})`;
  };
  const beat = (): void => {
    if (inbox().peers.forgetSilent()) inbox().emitter.emit("message", null);
    if (!outbox().isGathering && !stoppingSignal().aborted) sendIn(BEAT_MS);
  };
  const sendIn = (ms: number): void => {
    const box = outbox();
    clearTimeout(box.timer);
    box.timer = setTimeout(() => void send(), ms).unref();
  };

  /** One listening connection per process for all channels; postgres.js opens it again by itself when it breaks. */
  const listen = (): Promise<unknown> => {
    const box = inbox();
    const hear = (payload: string) => {
      const { from, messages } = JSON.parse(payload) as Notification<M>;
      box.peers.heardOf(from);
      for (const message of messages) box.emitter.emit("message", message);
    };
    box.opening ??= database()
      .systemDb.sql.listen(channel, hear, () => box.emitter.emit("message", null))
      .then(send, (error: unknown) => {
        box.opening = undefined;
        throw error;
      });
    return box.opening;
  };

  return {
    announce: (message) => {
      const box = outbox();
      box.waiting.set(keyOf(message), message);
      if (box.isGathering) return;
      box.isGathering = true;
      sendIn(GATHER_MS);
    },
    watch: async function* (filter, signal) {
      await listen();
      const ended = AbortSignal.any([signal, stoppingSignal()]);
      try {
        // `on` collects from here, also while nobody asks for the next message.
        const messages = on(inbox().emitter, "message", { signal: ended });
        yield null;
        for await (const [message] of messages) {
          if (message === null || filter(message as M)) yield message as M | null;
        }
      } catch (error) {
        if (!ended.aborted) throw error;
      }
    },
    hears: () => inbox().peers.isHeard(),
  };
}

const processId = (): string => processSingleton("process-id", () => randomUUID());
