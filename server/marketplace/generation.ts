import { processSingleton } from "@/db/client.ts";
import { createBroadcast } from "../platform/broadcast/broadcast.ts";
import { createCacheSubscription } from "../platform/broadcast/cache-subscription.ts";
import type { Context } from "../platform/context.ts";
import { runAfterCommit } from "../platform/mutate.ts";

const broadcast = createBroadcast<"changed">("drydock_marketplace_changes", (change) => change);
const state = () => processSingleton("marketplace-generation", () => ({ generation: 0 }));
const startNextGeneration = (): void => {
  state().generation += 1;
};
const subscribe = createCacheSubscription("marketplace", broadcast, startNextGeneration);

/**
 * Announces, after the commit, that an item or its publisher changed or is no longer public. In this process the next
 * generation starts at once, in others on receipt. Counts of downloads and installations are not announced.
 */
export const announceMarketplaceChange = (ctx: Context): void =>
  runAfterCommit(ctx, () => {
    startNextGeneration();
    broadcast.announce("changed");
  });

/**
 * Number that changes with every announced change of the marketplace: what was read in this generation can be reused within
 * it. Null while this process does not receive the changes of others.
 */
export const marketplaceGeneration = (): number | null => (subscribe() ? state().generation : null);
