import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { marketplaceGeneration } from "../marketplace/generation.ts";
import type { ListItemsQuery } from "./input.ts";

/** Page of items as JSON, with its entity tag. */
interface CachedList {
  tag: string;
  text: string;
}

/** Bounds the age of counts, whose changes are not announced. */
export const LIST_TTL_MS = 5_000;
/** Characters over all cached pages. A page of 20 items has some ten thousand. */
const MAX_CACHED_LENGTH = 16 * 1_024 * 1_024;

const lists = () =>
  processSingleton(
    "registry-lists",
    () =>
      new LRUCache<string, CachedList>({
        maxSize: MAX_CACHED_LENGTH,
        ttl: LIST_TTL_MS,
        sizeCalculation: ({ text }) => text.length,
      }),
  );

/** Page that was read in the current generation of the marketplace; null without one. */
export function findCachedList(query: ListItemsQuery): CachedList | null {
  const generation = marketplaceGeneration();
  return generation === null ? null : (lists().get(cacheKey(generation, query)) ?? null);
}

/** Starts the read of a page. The returned function caches its JSON for the generation in which the read started. */
export function startListRead(query: ListItemsQuery): (tag: string, text: string) => void {
  const generation = marketplaceGeneration();
  return (tag, text) => {
    if (generation !== null) lists().set(cacheKey(generation, query), { tag, text });
  };
}

const cacheKey = (generation: number, query: ListItemsQuery): string =>
  `${generation} ${JSON.stringify(query)}`;
