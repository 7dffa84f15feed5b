import { setTimeout as delay } from "node:timers/promises";
import { clockSkewMs, isClockRight, measureClock } from "@/db/clock.ts";
import { database } from "./context.ts";
import { log } from "./log.ts";

const MEASURE_INTERVAL_MS = 10_000;
const RETRY_INTERVAL_MS = 1_000;

/**
 * Measures the database's clock for as long as the process runs. Resolves after the first attempt; without a database the
 * next ones follow soon. Logs when the process's clock goes wrong, and when it is right again.
 */
export async function watchClock(): Promise<{ stop: () => void }> {
  const stopping = new AbortController();
  let wasRight = true;
  const measure = async (): Promise<void> => {
    await measureClock(database().systemDb.sql).catch((error: unknown) =>
      log().debug({ err: error }, "the database's clock was not read"),
    );
    const skewMs = clockSkewMs();
    if (skewMs === null || isClockRight() === wasRight) return;
    wasRight = isClockRight();
    const skewSeconds = Math.round(skewMs) / 1_000;
    if (wasRight) log().warn({ skewSeconds }, "the process's clock is right again");
    else
      log().error(
        { skewSeconds },
        "the process's clock differs from the database's: no scheduled work until it is set",
      );
  };
  const repeat = async (): Promise<void> => {
    while (true) {
      const intervalMs = clockSkewMs() === null ? RETRY_INTERVAL_MS : MEASURE_INTERVAL_MS;
      await delay(intervalMs, undefined, { signal: stopping.signal, ref: false });
      await measure();
    }
  };
  await measure();
  repeat().catch(() => undefined);
  return { stop: () => stopping.abort() };
}
