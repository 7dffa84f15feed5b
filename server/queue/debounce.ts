import { processSingleton } from "@/db/client.ts";

/** When what was called for happens: so long after the first call, and no sooner than so long after the last time. */
export interface DebounceOptions {
  delayMs: number;
  intervalMs: number;
}

/**
 * Runs `run` once for all calls under one key that come close together, and never twice at a time. The first after a
 * silence is served soon; where they never end, their cost is that of a clock.
 */
export function debounce(
  key: string,
  { delayMs, intervalMs }: DebounceOptions,
  run: () => Promise<void>,
): void {
  const calls = processSingleton(`calls-of-${key}`, () => ({
    timer: undefined as NodeJS.Timeout | undefined,
    servedAt: Number.NEGATIVE_INFINITY,
    serving: undefined as Promise<void> | undefined,
  }));
  const serve = async () => {
    await calls.serving;
    calls.timer = undefined;
    calls.servedAt = performance.now();
    calls.serving = run();
  };
  calls.timer ??= setTimeout(
    () => void serve(),
    Math.max(delayMs, calls.servedAt + intervalMs - performance.now()),
  ).unref();
}
