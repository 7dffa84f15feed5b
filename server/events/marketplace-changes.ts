import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { createBroadcast } from "@/server/core/broadcast.ts";
import { createCacheSubscription } from "@/server/core/cache-subscription.ts";
import type { Context } from "@/server/core/context.ts";
import { runAfterCommit } from "@/server/core/transactions.ts";
import type { ListingTypeSegment } from "@/shared/vocabulary.ts";

/** Change of public data, or of the downloads and installations of one item. */
interface MarketplaceChange {
  /** Reference of the item whose counts changed; null for any other change. */
  item: string | null;
}

/** Snapshot of the marketplace's state, taken before data is read. */
export interface MarketplaceSnapshot {
  generation: number;
  /** Time of the snapshot, by `performance.now()`. */
  readAt: number;
}

/** Number of items whose changes are kept. A forgotten change of counts shows when the cached response expires. */
const MAX_CHANGED_ITEMS = 10_000;

const broadcast = createBroadcast<MarketplaceChange>("drydock_marketplace_changes", ({ item }) => item ?? "");

const state = () =>
  processSingleton("marketplace-changes", () => ({
    generation: 0,
    /** Times of changes by item. */
    countChanges: new LRUCache<string, number>({ max: MAX_CHANGED_ITEMS }),
  }));

function record(change: MarketplaceChange | null): void {
  if (change?.item) state().countChanges.set(change.item, performance.now());
  else state().generation += 1;
}

/** True while this process receives the changes of others; subscribes it if needed. */
export const subscribeToMarketplaceChanges = createCacheSubscription("marketplace", broadcast, record);

const announce = (ctx: Context, change: MarketplaceChange): void =>
  runAfterCommit(ctx, () => broadcast.announce(change));

/** Announces, after the commit, that an item or its publisher changed or is no longer public. */
export const announceMarketplaceChange = (ctx: Context): void => announce(ctx, { item: null });

/** Announces, after the commit, that an item was downloaded, installed or uninstalled. */
export const announceCountChange = (ctx: Context, item: { type: ListingTypeSegment; slug: string }): void =>
  announce(ctx, { item: itemReference(item) });

export const itemReference = ({ type, slug }: { type: string; slug: string }): string => `${type}/${slug}`;

/** The present state; null while this process does not receive the changes of others. */
export const takeSnapshot = (): MarketplaceSnapshot | null =>
  subscribeToMarketplaceChanges() ? { generation: state().generation, readAt: performance.now() } : null;

/** True if data of these items that was read in the snapshot has not changed since. */
export function isCurrent({ generation, readAt }: MarketplaceSnapshot, items: readonly string[]): boolean {
  const { generation: current, countChanges } = state();
  if (!subscribeToMarketplaceChanges() || generation !== current) return false;
  return items.every((item) => (countChanges.get(item) ?? -Infinity) < readAt);
}
