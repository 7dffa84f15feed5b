import { type CommandContext, withInterruptMessage } from "../context/context.ts";
import { getErrorCode } from "../context/errors.ts";

export interface Polling<T> {
  load: () => Promise<T>;
  isDone: (state: T) => boolean;
  timeoutMs?: number | undefined;
  /** Spinner text before the first state. */
  label: string;
  formatProgress: (state: T) => string;
  /** Line to log without a terminal, whenever its key changes. */
  getChange: (state: T) => { key: string | number; line: string } | null;
  /** Error after Ctrl-C. */
  interrupted: { message: string; hint: string };
}

const MIN_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 15_000;
const BACKOFF_FACTOR = 1.25;
/** Limit on an outage, on top of the retries of each request. */
const MAX_OUTAGE_MS = 300_000;
const OUTAGE_CODES = ["UNREACHABLE", "UNAVAILABLE", "RATE_LIMITED"];

/**
 * Polling loop with backoff and a spinner. It ends when the state is done, at the timeout or when the output closes, and
 * survives outages of the platform.
 * @returns the last state
 */
export function poll<T>(context: CommandContext, initial: T, polling: Polling<T>): Promise<T> {
  const { reporter, stderr } = context;
  const spinner = reporter.startSpinner(polling.label);
  let lastKey: string | number | undefined;
  const onState = (state: T) => {
    const change = polling.getChange(state);
    spinner.update(() => polling.formatProgress(state));
    if (!stderr.isTTY && change && change.key !== lastKey) reporter.info(change.line);
    lastKey = change?.key;
  };
  const loop = runLoop(context, initial, polling, onState).finally(spinner.stop);
  return withInterruptMessage(context, loop, polling.interrupted);
}

async function runLoop<T>(
  { now, delay, outputClosed }: CommandContext,
  initial: T,
  { load, isDone, timeoutMs = Number.POSITIVE_INFINITY }: Polling<T>,
  onState: (state: T) => void,
): Promise<T> {
  const deadline = now() + timeoutMs;
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
