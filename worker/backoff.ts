import { setTimeout as delay } from "node:timers/promises";

/**
 * Exponential backoff with ±50 % jitter, so that workers do not retry at the same moment.
 * @returns a function that waits for the next delay; it rejects when `signal` is aborted
 */
export function createBackoff(minMs: number, maxMs: number, factor: number) {
  let delayMs = minMs;
  return async (signal: AbortSignal): Promise<void> => {
    await delay(delayMs * (0.5 + Math.random()), undefined, { signal });
    delayMs = Math.min(delayMs * factor, maxMs);
  };
}
