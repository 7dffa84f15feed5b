import { processSingleton } from "@/db/client.ts";

const controller = () => processSingleton("stopping", () => new AbortController());

/** Abort signal of the process, for streams that never end by themselves. */
export const shutdownSignal = (): AbortSignal => controller().signal;

export function signalShutdown(): void {
  controller().abort();
}
