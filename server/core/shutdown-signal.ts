import { processSingleton } from "@/db/client.ts";

const state = () => processSingleton("leaving", () => ({ isLeaving: false }));

/** True once the process is about to stop: it still serves, but load balancers should send no more. */
export const isLeaving = (): boolean => state().isLeaving;

export function announceShutdown(): void {
  state().isLeaving = true;
}

const controller = () => processSingleton("stopping", () => new AbortController());

/** Abort signal of the process, for streams that never end by themselves. */
export const shutdownSignal = (): AbortSignal => controller().signal;

export function signalShutdown(): void {
  controller().abort();
}
