import { EventEmitter, on } from "node:events";
import { processSingleton } from "@/db/client.ts";
import { database } from "../context.ts";
import { log } from "../log.ts";
import { stoppingSignal } from "../stopping.ts";

/** A build that changed; whoever shows it reads it again. */
export interface BuildChange {
  tenantId: string;
  appId: string;
  buildId: string;
}

const CHANNEL = "drydock_build_changes";
/** Longest a change waits to be sent together with others: NOTIFY at every commit would make commits queue up. */
const GATHER_MS = 40;
/** PostgreSQL refuses payloads of 8,000 bytes; a change is about 140. */
const CHANGES_PER_MESSAGE = 50;

/** Tells every process that a build changed, a moment after the change was committed. */
export function announceBuild(change: BuildChange): void {
  const state = announcements();
  state.waiting.set(change.buildId, change);
  state.timer ??= setTimeout(() => void sendAnnouncements(), GATHER_MS).unref();
}

/**
 * The changes of builds as they happen in any process, until `signal` aborts. The first thing told is null: from then
 * on nothing is missed, so whoever shows builds reads them once more. It comes again after the database was away.
 * @param filter says which changes the listener may see
 */
export async function* watchBuilds(
  filter: (change: BuildChange) => boolean,
  signal: AbortSignal,
): AsyncGenerator<BuildChange | null> {
  const emitter = await listener();
  const ended = AbortSignal.any([signal, stoppingSignal()]);
  try {
    // `on` collects from here, also while nobody asks for the next change.
    const changes = on(emitter, "change", { signal: ended });
    yield null;
    for await (const [change] of changes) {
      if (change === null || filter(change as BuildChange)) yield change as BuildChange | null;
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}

const announcements = () =>
  processSingleton("build-announcements", () => ({
    waiting: new Map<string, BuildChange>(),
    timer: undefined as NodeJS.Timeout | undefined,
  }));

async function sendAnnouncements(): Promise<void> {
  const state = announcements();
  const changes = [...state.waiting.values()];
  state.waiting.clear();
  state.timer = undefined;
  try {
    for (let start = 0; start < changes.length; start += CHANGES_PER_MESSAGE) {
      const message = JSON.stringify(changes.slice(start, start + CHANGES_PER_MESSAGE));
      await database().platform.sql`select pg_notify(${CHANNEL}, ${message})`;
    }
  } catch (error) {
    // The change itself is safe; open pages learn of it at their next refresh.
    log().warn({ err: error }, "build changes were not announced");
  }
}

/** One listening connection per process; postgres.js opens it again by itself when it breaks. */
async function listener(): Promise<EventEmitter> {
  const state = processSingleton("build-listener", () => ({
    opening: undefined as Promise<EventEmitter> | undefined,
  }));
  state.opening ??= listen().catch((error: unknown) => {
    state.opening = undefined;
    throw error;
  });
  return state.opening;
}

async function listen(): Promise<EventEmitter> {
  const emitter = new EventEmitter().setMaxListeners(0);
  const tellAll = (message: string) => {
    for (const change of JSON.parse(message) as BuildChange[]) emitter.emit("change", change);
  };
  await database().platform.sql.listen(CHANNEL, tellAll, () => emitter.emit("change", null));
  return emitter;
}
