import { AppError } from "@/shared/errors.ts";

/** Deadline of an answer, in milliseconds. The contract says five seconds; the rest is for sending a thousand of them. */
export const RESPONSE_TIMEOUT_MS = 4_000;

/** Parts in which a deadline elapses. */
const STEPS = 4;

/**
 * The promise's outcome, or a rejection after `ms` milliseconds. A time for which the process stood still (a paused VM,
 * a long collection) counts as one step at most, so results that arrived meanwhile are handled first.
 * @param createError error at the deadline; default AppError `UNAVAILABLE`
 */
export function withTimeout<T>(
  outcome: Promise<T>,
  ms: number,
  createError: () => Error = timeoutError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let stepsLeft = STEPS;
    const timer = setTimeout(() => {
      stepsLeft -= 1;
      if (stepsLeft > 0) timer.refresh();
      else reject(createError());
    }, ms / STEPS);
    outcome.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const timeoutError = () =>
  new AppError("UNAVAILABLE", "Timed out waiting for the database. Try again shortly.", {
    retryAfterSeconds: 2,
  });
