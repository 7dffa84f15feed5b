import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { countActiveRequests } from "@/server/core/metrics.ts";

const SAMPLE_INTERVAL_MS = 50;
/** Utilization of the event loop above which background work slows down requests. */
const MAX_IDLE_UTILIZATION = 0.7;
/**
 * Number of active requests at which the process counts as busy. They wait for the database, which is then busy too.
 */
const MAX_IDLE_REQUESTS = 5;

/** Maximum delay of a listing's checks. A reviewer opens a new listing seconds later at the earliest. */
export const CHECKS_IDLE_TIMEOUT_MS = 2_000;

/**
 * Low-priority gate for background work that comes in bursts: waits until this process and its database are idle.
 * @param timeoutMs the work starts then at the latest
 */
export async function waitForIdle(timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const before = performance.eventLoopUtilization();
    const requestsBefore = countActiveRequests();
    await delay(SAMPLE_INTERVAL_MS);
    const { utilization } = performance.eventLoopUtilization(before);
    const requests = Math.min(requestsBefore, countActiveRequests());
    if (utilization < MAX_IDLE_UTILIZATION && requests < MAX_IDLE_REQUESTS) return;
  }
}
