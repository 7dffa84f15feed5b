import { processSingleton } from "@/db/client.ts";

export interface DebounceOptions {
  /** Delay after the first call. */
  delayMs: number;
  /** Minimum time between two starts of `run`. */
  intervalMs: number;
}

/**
 * Debounce with a maximum rate: all calls with one key within the delay share one run, and runs never overlap. A call
 * after a pause runs after `delayMs`; continuous calls run once per `intervalMs`.
 */
export function debounce(
  key: string,
  { delayMs, intervalMs }: DebounceOptions,
  run: () => Promise<void>,
): void {
  const state = processSingleton(`debounce-${key}`, () => ({
    timer: undefined as NodeJS.Timeout | undefined,
    startedAt: Number.NEGATIVE_INFINITY,
    running: undefined as Promise<void> | undefined,
  }));
  const start = async () => {
    await state.running;
    state.timer = undefined;
    state.startedAt = performance.now();
    state.running = run();
  };
  const remainingMs = state.startedAt + intervalMs - performance.now();
  state.timer ??= setTimeout(() => void start(), Math.max(delayMs, remainingMs)).unref();
}
