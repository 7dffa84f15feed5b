import { processSingleton } from "@/db/client.ts";

const controller = () => processSingleton("stopping", () => new AbortController());

/** Abort signal of the process, for streams that never end by themselves. */
export const shutdownSignal = (): AbortSignal => controller().signal;

export function signalShutdown(): void {
  controller().abort();
}

/** Reason why load balancers should send nothing to this process, or null. */
type ReadinessCheck = () => string | null;

const checks = () => processSingleton("readiness", () => new Set<ReadinessCheck>());

export function addReadinessCheck(check: ReadinessCheck): void {
  checks().add(check);
}

export function findObstacle(): string | null {
  for (const check of checks()) {
    const obstacle = check();
    if (obstacle !== null) return obstacle;
  }
  return null;
}

/** Announces that the process is about to stop: it still serves. */
export const announceShutdown = (): void => addReadinessCheck(() => "The process is shutting down.");
