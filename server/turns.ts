import { processSingleton } from "@/db/client.ts";
import { env } from "./env.ts";
import { AppError } from "./errors.ts";

/**
 * How many calls are worked on at once for each connection of the pool: enough that none of those is ever idle, and few
 * enough that a crowd costs no work before its turn.
 */
const CALLS_PER_CONNECTION = 8;

/** Whoever has waited for so long could not be served in time any more. */
const LONGEST_WAIT_MS = 3_000;

interface Turns {
  working: number;
  /** Who waits, the first come first. */
  waiting: { since: number; begin: () => void; refuse: (error: AppError) => void }[];
}

/**
 * Does the work of a call when it is its turn. What waits too long is refused and never begun: who was told to come back
 * finds nothing done behind their back, and a crowd that has gone leaves no work behind.
 * @throws AppError `UNAVAILABLE`
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turns = processSingleton("turns", (): Turns => ({ working: 0, waiting: [] }));
  if (turns.working < env().DATABASE_POOL_SIZE * CALLS_PER_CONNECTION) turns.working += 1;
  else await waitForTurn(turns);
  try {
    return await work();
  } finally {
    passOn(turns);
  }
}

function waitForTurn({ waiting }: Turns): Promise<void> {
  return new Promise((begin, refuse) => {
    waiting.push({ since: performance.now(), begin, refuse });
  });
}

/** Gives the place to who is next, if anybody is. */
function passOn(turns: Turns): void {
  for (let next = turns.waiting.shift(); next; next = turns.waiting.shift()) {
    if (performance.now() - next.since < LONGEST_WAIT_MS) {
      next.begin();
      return;
    }
    next.refuse(waitedTooLong());
  }
  turns.working -= 1;
}

const waitedTooLong = () =>
  new AppError("UNAVAILABLE", "Too many requests came at once. Try again shortly.", { retryAfterSeconds: 2 });
