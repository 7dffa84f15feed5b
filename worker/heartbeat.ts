import { setTimeout as delay } from "node:timers/promises";
import type { ApiClient, ApiResponse } from "./api.ts";

const HEARTBEATS_PER_LEASE = 3;
const MIN_INTERVAL_MS = 200;
const RETRY_INTERVAL_MS = 400;

/**
 * Heartbeat of a build, which extends the worker's lease until it is stopped. `leaseLost` is aborted when the
 * build was cancelled, has ended or belongs to another worker; its reason says which.
 */
export function startHeartbeat(api: ApiClient, buildId: string, workerId: string) {
  const stopped = new AbortController();
  const lost = new AbortController();
  const path = `/api/builds/${buildId}/heartbeat`;
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted && !lost.signal.aborted) {
      const response = await api.post(path, { workerId }, stopped.signal).catch(() => null);
      if (response?.ok === false) lost.abort(response.detail);
      else if (response?.body["cancelled"] === true) lost.abort("The build was canceled.");
      await delay(getInterval(response), undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  void run();
  return { leaseLost: lost.signal, stop: () => stopped.abort() };
}

/** Time to the next heartbeat: a third of the remaining lease, and soon after an error. */
function getInterval(response: ApiResponse | null): number {
  if (!response?.ok) return RETRY_INTERVAL_MS;
  const leaseMs = Date.parse(String(response.body["leaseUntil"])) - response.serverTime;
  return Math.max(MIN_INTERVAL_MS, leaseMs / HEARTBEATS_PER_LEASE);
}
