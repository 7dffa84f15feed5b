import { createCacheSubscription } from "@/server/core/cache-subscription.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import type { ListBuilds } from "./input.ts";
import { listBuilds } from "./list.ts";
import { evictAllPages, evictPages, findCachedPage, startPageRead } from "./records/page-cache.ts";
import type { BuildPage } from "./view.ts";

export interface PolledPage {
  page: BuildPage;
  pollAfterSeconds: number;
  /** Caches the page under its entity tag, with its JSON. */
  cache: (tag: string, json: string) => void;
}

/**
 * Page of builds for polling clients. It is cached until a build of the app changes in any process, so that polls in
 * between need no database (`findCachedPolledPage`).
 * @throws AppError as `listBuilds`
 */
export async function readPolledPage(
  ctx: TenantContext,
  appId: string,
  query: ListBuilds,
): Promise<PolledPage> {
  const store = subscribeToBuildChanges() ? startPageRead(ctx, appId, query) : null;
  const { pollAfterSeconds, expiresAt, ...page } = await listBuilds(ctx, appId, query);
  return {
    page,
    pollAfterSeconds,
    cache: (tag, json) => store?.({ tag, pollAfterSeconds }, json, expiresAt),
  };
}

/** Cached page; null if it may be stale, as without a subscription to build changes. */
export const findCachedPolledPage = (ctx: TenantContext, appId: string, query: ListBuilds) =>
  subscribeToBuildChanges() ? findCachedPage(ctx, appId, query) : null;

/** Subscribes this process to the build changes of all processes. @returns true once it receives them */
export const subscribeToBuildChanges = createCacheSubscription("build-pages", buildChanges, (change) =>
  change ? evictPages(change) : evictAllPages(),
);
