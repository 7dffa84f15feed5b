import { AppError } from "./errors.ts";

/**
 * How long a caller of any door waits at the most before it is told that the database is away. Told are five seconds; what
 * is left is for telling a thousand at once.
 */
export const ANSWER_WITHIN_MS = 4_000;

/** In so many steps a deadline is counted. */
const STEPS = 8;

/**
 * The promise's outcome if it comes within `ms` milliseconds. A time for which this process itself stood still counts as one
 * step of them: what was answered meanwhile is heard first, and a machine that froze for seconds fails nobody.
 * @throws AppError `UNAVAILABLE` otherwise: the caller is told to try again rather than left waiting for a connection
 */
export function withDeadline<T>(outcome: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let stepsLeft = STEPS;
    const timer = setInterval(() => {
      stepsLeft -= 1;
      if (stepsLeft > 0) return;
      clearInterval(timer);
      reject(tooLate());
    }, ms / STEPS);
    outcome.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

const tooLate = () =>
  new AppError("UNAVAILABLE", "The request waited too long for the database. Try again shortly.", {
    retryAfterSeconds: 2,
  });
