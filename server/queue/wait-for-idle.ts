import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { countActiveRequests } from "../platform/metrics.ts";

const SAMPLE_MS = 50;
/** The share of time in which the event loop had work, from which on requests would feel more of it. */
const BUSY = 0.7;
/** So many requests are under way at once only where they wait for something: mostly the database, which is then busy. */
const BUSY_REQUESTS = 5;

/** How long the checks of a listing may wait: a reviewer sees a new one seconds later at the earliest. */
export const CHECKS_IDLE_TIMEOUT_MS = 2_000;

/**
 * Waits until requests leave this process and its database some time, or until `atMostMs` have passed, for work that comes
 * in bursts and that nobody waits for.
 */
export async function waitForIdle(atMostMs: number): Promise<void> {
  const deadline = performance.now() + atMostMs;
  while (performance.now() < deadline) {
    const before = performance.eventLoopUtilization();
    const fewest = countActiveRequests();
    await delay(SAMPLE_MS);
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization < BUSY && Math.min(fewest, countActiveRequests()) < BUSY_REQUESTS) return;
  }
}
