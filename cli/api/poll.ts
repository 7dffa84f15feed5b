import type { CommandContext } from "../context/context.ts";
import { getErrorCode } from "../context/errors.ts";

export interface Polling<T> {
  load: () => Promise<T>;
  isDone: (state: T) => boolean;
  onState: (state: T) => void;
  /** Null without a limit. */
  timeoutMs: number | null;
}

const MIN_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 15_000;
const BACKOFF_FACTOR = 1.25;
/** Limit on an outage, on top of the retries of each request. */
const MAX_OUTAGE_MS = 300_000;
const OUTAGE_CODES = ["UNREACHABLE", "UNAVAILABLE", "RATE_LIMITED"];

/**
 * Polling loop with backoff. It ends when the state is done, at the timeout or when the output closes, and survives
 * outages of the platform.
 * @returns the last state
 */
export async function poll<T>(context: CommandContext, initial: T, polling: Polling<T>): Promise<T> {
  const { now, delay, outputClosed } = context;
  const { load, isDone, onState, timeoutMs } = polling;
  const deadline = timeoutMs === null ? Number.POSITIVE_INFINITY : now() + timeoutMs;
  let state = initial;
  let intervalMs = MIN_INTERVAL_MS;
  let loadedAt = now();
  onState(state);
  while (!isDone(state) && now() < deadline && !outputClosed.aborted) {
    await delay(Math.min(intervalMs, Math.max(0, deadline - now())), outputClosed);
    intervalMs = Math.min(MAX_INTERVAL_MS, intervalMs * BACKOFF_FACTOR);
    try {
      state = await load();
      loadedAt = now();
      onState(state);
    } catch (error) {
      if (!OUTAGE_CODES.includes(getErrorCode(error) ?? "") || now() - loadedAt > MAX_OUTAGE_MS) throw error;
    }
  }
  return state;
}
