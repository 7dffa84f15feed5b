import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import {
  isCurrent,
  itemReference,
  type MarketplaceSnapshot,
  takeSnapshot,
} from "@/server/events/marketplace-changes.ts";

/** Response as JSON, with its entity tag. */
interface CachedText {
  tag: string;
  text: string;
}

interface CacheEntry extends CachedText {
  snapshot: MarketplaceSnapshot;
  items: string[];
}

/** As long as clients may reuse a response. Bounds its age after a change without an announcement, such as an operator's SQL. */
const TTL_MS = 60_000;
/** Characters over all responses. A page of 20 items has some ten thousand. */
const MAX_CACHED_LENGTH = 32 * 1_024 * 1_024;
const MAX_ENTRY_LENGTH = 256 * 1_024;

const responses = () =>
  processSingleton(
    "registry-responses",
    () =>
      new LRUCache<string, CacheEntry>({
        maxSize: MAX_CACHED_LENGTH,
        maxEntrySize: MAX_ENTRY_LENGTH,
        ttl: TTL_MS,
        sizeCalculation: ({ text }) => text.length,
      }),
  );

/** Response to a request of the registry, if it is still current. @param request its parsed input */
export function findCachedResponse(request: object): CachedText | null {
  const key = JSON.stringify(request);
  const entry = responses().get(key);
  if (entry && isCurrent(entry.snapshot, entry.items)) return entry;
  responses().delete(key);
  return null;
}

/** Starts to read a response. The returned function caches it; it takes the items of which the response shows counts. */
export function startRead(
  request: object,
): (items: { type: string; slug: string }[], tag: string, text: string) => void {
  const snapshot = takeSnapshot();
  return (items, tag, text) => {
    if (snapshot)
      responses().set(JSON.stringify(request), { tag, text, snapshot, items: items.map(itemReference) });
  };
}
