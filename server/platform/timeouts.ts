import { processSingleton } from "@/db/client.ts";
import { AppError } from "./errors.ts";

/**
 * How long a caller of any door waits at the most before it is told that the database is away. Told are five seconds; what
 * is left is for telling a thousand at once.
 */
export const RESPONSE_TIMEOUT_MS = 4_000;

/** In so many steps a deadline is counted. */
const STEPS = 16;

/**
 * The promise's outcome if it comes within `ms` milliseconds, up to one step less. A time for which this process
 * itself stood still counts as one step: what was answered meanwhile is heard first, and a machine that froze for seconds
 * fails nobody.
 * @throws AppError `UNAVAILABLE` otherwise: the caller is told to try again rather than left waiting for a connection
 */
export function withTimeout<T>(outcome: Promise<T>, ms: number): Promise<T> {
  const { waiting } = clockOf(ms);
  return new Promise((resolve, reject) => {
    const wait: Wait = { stepsLeft: STEPS, giveUp: () => reject(timeoutError()) };
    waiting.add(wait);
    outcome.then(resolve, reject).finally(() => waiting.delete(wait));
  });
}

interface Wait {
  stepsLeft: number;
  giveUp: () => void;
}

/** One for all who wait equally long, since a timer for each costs more than most of their answers. */
interface Clock {
  waiting: Set<Wait>;
  timer: NodeJS.Timeout | undefined;
}

const clocks = () => processSingleton("deadlines", () => new Map<number, Clock>());

function clockOf(ms: number): Clock {
  const clock: Clock = clocks().get(ms) ?? { waiting: new Set(), timer: undefined };
  clocks().set(ms, clock);
  clock.timer ??= setInterval(() => step(clock), ms / STEPS);
  return clock;
}

function step(clock: Clock): void {
  for (const wait of clock.waiting) {
    wait.stepsLeft -= 1;
    if (wait.stepsLeft > 0) continue;
    clock.waiting.delete(wait);
    wait.giveUp();
  }
  if (clock.waiting.size > 0) return;
  clearInterval(clock.timer);
  clock.timer = undefined;
}

const timeoutError = () =>
  new AppError("UNAVAILABLE", "The request waited too long for the database. Try again shortly.", {
    retryAfterSeconds: 2,
  });
