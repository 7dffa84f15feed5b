import { type Database, processSingleton } from "@/db/client.ts";
import { database } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";

/** Loop that looks for due work, and rests while there is none. */
export interface DueLoop {
  /** Looks again, at once if it rests. */
  look: () => void;
  /** Looks for work that is about to be committed: often, for as long as a transaction takes. */
  wake: () => void;
  stop: () => Promise<void>;
}

/** Minimum time between two looks, and the interval of looks after a wake-up. */
export const LOOK_INTERVAL_MS = 250;
/** Time without a wake-up after which a loop rests: longer than a transaction and `NOTIFY_INTERVAL_MS` together. */
const WAKEFUL_MS = 6_000;
/** Maximum rest, for work that nobody announced. */
export const MAX_REST_MS = 10_000;

/**
 * Loop over work that falls due: it rests until the next due time, until `MAX_REST_MS` are over, or until a process calls
 * {@link wakeLoops} with its name.
 * @param findDue starts what is due. Returns the milliseconds until more is due, as far as known; may call `look` later
 */
export function startDueLoop(name: string, findDue: (look: () => void) => Promise<number>): DueLoop {
  let isStopping = false;
  let isLooking = false;
  let wakefulUntil = Number.NEGATIVE_INFINITY;
  let endRest = (): void => undefined;
  const restFor = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const look = (): void => {
    isLooking = true;
    endRest();
  };
  const wake = (): void => {
    wakefulUntil = performance.now() + WAKEFUL_MS;
    look();
  };
  const run = async (): Promise<void> => {
    while (!isStopping) {
      isLooking = false;
      const earliest = performance.now() + LOOK_INTERVAL_MS;
      const dueMs = await Promise.all([findDue(look), listen(name)]).then(
        ([ms]) => ms,
        (error: unknown) => {
          if (!isStopping) log().debug({ err: error, loop: name }, "looking for due work failed");
          return 0;
        },
      );
      const isWakeful = isLooking || performance.now() < wakefulUntil;
      if (!isWakeful && !isStopping) await restFor(Math.min(dueMs, MAX_REST_MS));
      // The least rest: another look does not shorten it.
      const missingMs = earliest - performance.now();
      if (!isStopping && missingMs > 0) await new Promise((resolve) => setTimeout(resolve, missingMs));
    }
  };
  loopsOf(name).add(wake);
  const running = run();
  return {
    look,
    wake,
    stop: async () => {
      isStopping = true;
      loopsOf(name).delete(wake);
      endRest();
      await running;
    },
  };
}

/** Time between two notifications of one process. The loops stay wakeful for longer. */
const NOTIFY_INTERVAL_MS = 1_000;

/**
 * Wakes the loops of this name in all processes. Call it before the commit: they find the work within
 * `LOOK_INTERVAL_MS` of it. Not in the transaction, since commits with a NOTIFY wait for each other. Never throws: what is
 * committed is found within `MAX_REST_MS` at the latest.
 * @param db default the database of the process
 */
export function wakeLoops(name: string, db?: Database): void {
  for (const wake of loopsOf(name)) wake();
  const state = processSingleton(`notified-loops-${name}`, () => ({ at: Number.NEGATIVE_INFINITY }));
  if (performance.now() - state.at < NOTIFY_INTERVAL_MS) return;
  state.at = performance.now();
  const notify = async () => (db ?? database()).notify(channelOf(name), "");
  notify().catch((error: unknown) =>
    log().debug({ err: error, loop: name }, "other processes were not woken"),
  );
}

const channelOf = (name: string): string => `drydock_due_${name}`;

const loopsOf = (name: string) => processSingleton(`due-loops-${name}`, () => new Set<() => void>());

/** Listens once per process, also while the connection is broken: it looks again when it is restored. */
async function listen(name: string): Promise<void> {
  const state = processSingleton(`listening-loops-${name}`, () => ({
    listening: undefined as Promise<unknown> | undefined,
  }));
  const wakeAll = () => {
    for (const wake of loopsOf(name)) wake();
  };
  state.listening ??= database().listen(channelOf(name), wakeAll, wakeAll);
  await state.listening.catch((error: unknown) => {
    state.listening = undefined;
    throw error;
  });
}
