import { processSingleton } from "@/db/client.ts";
import type { Broadcast } from "./broadcast.ts";
import { shutdownSignal } from "./lifecycle.ts";
import { log } from "./log.ts";

/**
 * Subscription of a cache to the changes of all processes; those of this process arrive at once. The returned function
 * starts it if needed. It returns true if the cache may be used, which is false while changes do not arrive.
 * @param name of the cache, in logs
 * @param evict evicts what a change affects, or everything for null, since changes may have been lost
 */
export function createCacheSubscription<M>(
  name: string,
  { watch, isReceiving, onAnnounce }: Pick<Broadcast<M>, "watch" | "isReceiving" | "onAnnounce">,
  evict: (change: M | null) => void,
): () => boolean {
  const state = () =>
    processSingleton(`${name}-subscription`, () => ({
      isSubscribed: false,
      subscription: undefined as Promise<void> | undefined,
    }));
  const evictChanged = async (): Promise<void> => {
    const unsubscribe = onAnnounce(evict);
    try {
      for await (const change of watch(() => true, shutdownSignal())) {
        state().isSubscribed = true;
        evict(change);
      }
    } finally {
      unsubscribe();
      state().isSubscribed = false;
      state().subscription = undefined;
      evict(null);
    }
  };
  return () => {
    state().subscription ??= evictChanged().catch((error: unknown) =>
      log().debug({ err: error, cache: name }, "a cache is temporarily not used"),
    );
    return state().isSubscribed && isReceiving();
  };
}
