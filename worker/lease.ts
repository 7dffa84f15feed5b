import { setTimeout as delay } from "node:timers/promises";
import type { Api } from "./api.ts";

const BEATS_PER_LEASE = 3;
const SHORTEST_PAUSE_MS = 200;

/** Keeps the lease of a build, and tells when the platform wants it no more. */
export interface Lease {
  /** Aborts when the build was cancelled, or has ended or gone to somebody else; the reason says which. */
  lost: AbortSignal;
  stop: () => void;
}

export function keepLease(api: Api, { buildId, workerId }: { buildId: string; workerId: string }): Lease {
  const stopped = new AbortController();
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    while (!stopped.signal.aborted && !lost.signal.aborted) {
      const answer = await api
        .ask(`/api/builds/${buildId}/heartbeat`, { workerId }, stopped.signal)
        .catch(() => null);
      if (answer?.refused) lost.abort(answer.detail);
      else if (answer?.body["cancelled"] === true) lost.abort("The build was cancelled.");
      await delay(pauseAfter(answer), undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  void beat();
  return { lost: lost.signal, stop: () => stopped.abort() };
}

/** Without an answer the next sign of life is sent soon. */
function pauseAfter(answer: Awaited<ReturnType<Api["ask"]>> | null): number {
  if (!answer || answer.refused) return SHORTEST_PAUSE_MS * 2;
  const leaseMs = Date.parse(String(answer.body["leaseUntil"])) - answer.at;
  return Math.max(SHORTEST_PAUSE_MS, leaseMs / BEATS_PER_LEASE);
}
