import { AppError } from "@/shared/errors.ts";

/**
 * Deadline of an answer, in milliseconds. The contract says five seconds; the difference is time to send a thousand
 * responses.
 */
export const RESPONSE_TIMEOUT_MS = 4_000;

const STEPS = 4;

/**
 * Promise with a deadline of `ms` milliseconds. A pause of the process (a paused VM, a long garbage collection) counts
 * as one step at most, so results that arrived meanwhile are handled first.
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
