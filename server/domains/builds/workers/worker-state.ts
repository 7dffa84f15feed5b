/** A worker is offline after this silence. It asks for a build, or extends its lease, every few seconds. */
export const WORKER_TIMEOUT_MS = 120_000;

/** State of a worker. One that only reports the status of builds sends no heartbeats, so it is neither on nor offline. */
export type WorkerState = "ONLINE" | "BUSY" | "DRAINING" | "OFFLINE" | "REPORTS_ONLY";

interface WorkerFacts {
  /** Last heartbeat; null for a worker without any. */
  heartbeatAt: Date | null;
  isDraining: boolean;
  isBuilding: boolean;
}

export function toWorkerState({ heartbeatAt, isDraining, isBuilding }: WorkerFacts, now: Date): WorkerState {
  if (!heartbeatAt) return "REPORTS_ONLY";
  if (now.getTime() - heartbeatAt.getTime() > WORKER_TIMEOUT_MS) return "OFFLINE";
  if (isDraining) return "DRAINING";
  return isBuilding ? "BUSY" : "ONLINE";
}
