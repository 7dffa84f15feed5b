import { AppError } from "./errors.ts";

/**
 * How long a caller of any door waits at the most before it is told that the database is away. Told are five seconds; what
 * is left is for telling a thousand at once.
 */
export const ANSWER_WITHIN_MS = 4_000;

/**
 * The promise's outcome if it comes within `ms` milliseconds.
 * @throws AppError `UNAVAILABLE` otherwise: the caller is told to try again rather than left waiting for a connection
 */
export function withDeadline<T>(outcome: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), ms);
    outcome.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const tooLate = () =>
  new AppError("UNAVAILABLE", "The request waited too long for the database. Try again shortly.", {
    retryAfterSeconds: 2,
  });
