import { processSingleton } from "@/db/client.ts";

const shutdown = () =>
  processSingleton("shutdown", () => ({ isLeaving: false, controller: new AbortController() }));

/** True once the process is about to stop: it still serves, but load balancers should send no more. */
export const isLeaving = (): boolean => shutdown().isLeaving;

export function announceShutdown(): void {
  shutdown().isLeaving = true;
}

/** Abort signal of the process, for streams that never end by themselves. */
export const shutdownSignal = (): AbortSignal => shutdown().controller.signal;

export function signalShutdown(): void {
  shutdown().controller.abort();
}
