import { processSingleton } from "@/db/client.ts";

const controller = () => processSingleton("stopping", () => new AbortController());

/** Aborts when the process begins to stop, so that streams which would never end by themselves do. */
export const shutdownSignal = (): AbortSignal => controller().signal;

/** Tells every open stream of this process to end. */
export function signalShutdown(): void {
  controller().abort();
}
