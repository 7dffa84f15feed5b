import type { TRPCClientError, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/router.ts";

const MIN_DELAY_MS = 3_000;
const MAX_DELAY_MS = 30_000;

/**
 * Opens a failed subscription again, after the last event that it received, and keeps its error until it is connected.
 * A browser does so after a broken connection, but not after a response that is no stream, such as a proxy's during a
 * deployment. A subscription that the server ended with an error of its own stays closed.
 */
export const reconnectLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let failure: TRPCClientError<AppRouter> | null = null;
      let delayMs = MIN_DELAY_MS;
      let lastEventId: string | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const connect = () =>
        next(lastEventId ? { ...op, input: { ...(op.input as object), lastEventId } } : op).subscribe({
          ...observer,
          next: ({ result, ...envelope }) => {
            if ("id" in result && typeof result.id === "string") lastEventId = result.id;
            if (result.type === "started") {
              failure = null;
              delayMs = MIN_DELAY_MS;
            }
            const isConnecting = result.type === "state" && result.state === "connecting";
            observer.next({
              ...envelope,
              result: isConnecting ? { ...result, error: result.error ?? failure } : result,
            });
          },
          error: (error) => {
            if (error.data) return observer.error(error);
            failure = error;
            observer.next({ result: { type: "state", state: "connecting", error } });
            timer = setTimeout(() => {
              subscription = connect();
            }, delayMs);
            delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
          },
        });
      let subscription = connect();
      return () => {
        clearTimeout(timer);
        subscription.unsubscribe();
      };
    });
