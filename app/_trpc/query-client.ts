import { defaultShouldDehydrateQuery, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { wireFormat } from "@/shared/wire-format.ts";
import { readProblem } from "./problem.ts";

/** Time for which data counts as fresh; live changes invalidate it earlier. */
const STALE_TIME_MS = 30_000;

/** Query client that also dehydrates pending queries, so that the browser receives what the server still awaits. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteSessionExpiry }),
    mutationCache: new MutationCache({ onError: noteSessionExpiry }),
    defaultOptions: {
      // "always": a call fails at once while offline. By default it is paused, and a mutation would be sent later without notice.
      queries: {
        staleTime: STALE_TIME_MS,
        retry: false,
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
      dehydrate: {
        // React redacts errors itself and keeps the digest that names them in the log.
        shouldRedactErrors: () => false,
        serializeData: wireFormat.serialize,
        shouldDehydrateQuery: (query) =>
          defaultShouldDehydrateQuery(query) || query.state.status === "pending",
      },
      hydrate: { deserializeData: wireFormat.deserialize },
    },
  });
}

let browserQueryClient: QueryClient | undefined;

/** Query client: one per page in the browser, one per request on the server. */
export function getQueryClient(): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  browserQueryClient ??= makeQueryClient();
  return browserQueryClient;
}

/**
 * Expiry of the session, detected by the first call that is rejected as unauthenticated. The page stays as it is, with
 * unsaved input, and asks the user to sign in again.
 */
let isExpired = false;
const listeners = new Set<() => void>();

/** Error handler of all calls. */
export function noteSessionExpiry(error: unknown): void {
  if (typeof window !== "undefined" && readProblem(error).code === "UNAUTHENTICATED") setSessionExpired(true);
}

export function setSessionExpired(next: boolean): void {
  isExpired = next;
  for (const listener of listeners) listener();
}

export const isSessionExpired = (): boolean => isExpired;

/** Calls `listener` on each change. Returns the unsubscription. */
export function subscribeToSessionExpiry(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
