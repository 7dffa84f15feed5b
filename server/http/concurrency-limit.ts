import { processSingleton } from "@/db/client.ts";
import { env } from "../platform/env/env.ts";
import { AppError } from "../platform/errors.ts";

/**
 * How many calls are worked on at once for each connection of the pool: enough that none of those is ever idle, and few
 * enough that a crowd costs no work before its turn.
 */
const CALLS_PER_CONNECTION = 8;

/** Whoever has waited for so long could not be served in time any more. */
const LONGEST_WAIT_MS = 3_000;

/** So long a crowd is watched before it is said who of it cannot be served in time. */
const JUDGED_AFTER_MS = 1_000;

interface Waiting {
  since: number;
  begin: () => void;
  refuse: () => void;
}

interface Turns {
  working: number;
  /** Who waits, the first come first. */
  waiting: Waiting[];
  /** How many ended since a moment at which others waited: the pace of the crowd. */
  pace: { since: number; ended: number };
}

/**
 * Does the work of a call when it is its turn. What waits too long is refused and never begun: who was told to come back
 * finds nothing done behind their back, and a crowd that has gone leaves no work behind. Who comes so late that at the
 * crowd's pace it would wait too long is refused at once instead of then.
 * @throws AppError `UNAVAILABLE`
 */
export async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  const turns = processSingleton(
    "turns",
    (): Turns => ({ working: 0, waiting: [], pace: { since: 0, ended: 0 } }),
  );
  if (turns.working < places()) turns.working += 1;
  else await waitForTurn(turns);
  try {
    return await work();
  } finally {
    passOn(turns);
  }
}

const places = () => env().DATABASE_POOL_SIZE * CALLS_PER_CONNECTION;

function waitForTurn(turns: Turns): Promise<void> {
  return new Promise((begin, refuse) => {
    const since = performance.now();
    if (turns.waiting.length === 0) turns.pace = { since, ended: 0 };
    // Next's bundle waits in the same line, and knows an error of its own making only.
    turns.waiting.push({ since, begin, refuse: () => refuse(waitedTooLong()) });
    refuseHopeless(turns);
  });
}

/** Gives the place to who is next, if anybody is. */
function passOn(turns: Turns): void {
  const { waiting, pace } = turns;
  pace.ended += 1;
  refuseHopeless(turns);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (performance.now() - next.since < LONGEST_WAIT_MS) {
      next.begin();
      return;
    }
    next.refuse();
  }
  turns.working -= 1;
}

/** Refuses the last of those who wait, as many as the crowd's pace leaves no time for. */
function refuseHopeless({ waiting, pace }: Turns): void {
  const watchedMs = performance.now() - pace.since;
  if (watchedMs < JUDGED_AFTER_MS) return;
  // As many as have a place may always wait: even where nothing moves, it may go on at any moment.
  const servable = Math.max(places(), Math.ceil((pace.ended / watchedMs) * LONGEST_WAIT_MS));
  for (const { refuse } of waiting.splice(servable)) refuse();
  // What was long ago counts less and less.
  if (watchedMs > LONGEST_WAIT_MS) {
    pace.since += watchedMs / 2;
    pace.ended /= 2;
  }
}

const waitedTooLong = () =>
  new AppError("UNAVAILABLE", "Too many requests came at once. Try again shortly.", { retryAfterSeconds: 2 });
