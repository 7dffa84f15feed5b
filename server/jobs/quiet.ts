import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

const SAMPLE_MS = 50;
/** The share of time in which the event loop had work, from which on requests would feel more of it. */
const BUSY = 0.7;

/**
 * Waits until requests leave this process some time, or until `atMostMs` have passed, for work that comes in bursts and
 * that nobody waits for.
 */
export async function untilQuiet(atMostMs: number): Promise<void> {
  const deadline = performance.now() + atMostMs;
  while (performance.now() < deadline) {
    const before = performance.eventLoopUtilization();
    await delay(SAMPLE_MS);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}
