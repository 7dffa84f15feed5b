import { processSingleton } from "@/db/client.ts";
import { isReceivingBuildChanges, watchBuildChanges } from "../build-records/changes.ts";
import {
  type CachedPageWithBody,
  evictAllPages,
  evictPages,
  findCachedPage,
  startPageRead,
} from "../build-records/page-cache.ts";
import type { TenantContext } from "../platform/context.ts";
import { log } from "../platform/log.ts";
import { shutdownSignal } from "../platform/shutdown-signal.ts";
import type { ListBuilds } from "./input.ts";
import { listBuilds } from "./list.ts";
import type { BuildPage } from "./view.ts";

export interface PolledPage {
  page: BuildPage;
  pollAfterSeconds: number;
  /** To be told the page's entity tag and its JSON, so that they are known the next time. */
  remember: (tag: string, json: string) => void;
}

/**
 * A page of builds for those who poll it. It is remembered until a build of the app changes, in whatever process, so that
 * polls in between need no database (`findCachedPolledPage`).
 * @throws AppError as `listBuilds`
 */
export async function readPolledPage(
  ctx: TenantContext,
  appId: string,
  query: ListBuilds,
): Promise<PolledPage> {
  const keep = subscribeToBuildChanges() ? startPageRead(ctx, appId, query) : null;
  const { pollAfterSeconds, endsAt, ...page } = await listBuilds(ctx, appId, query);
  return {
    page,
    pollAfterSeconds,
    remember: (tag, json) => keep?.({ tag, pollAfterSeconds }, json, endsAt),
  };
}

/** The page as it was sent last, when nothing has changed since and any change would have been heard of. */
export const findCachedPolledPage = (
  ctx: TenantContext,
  appId: string,
  query: ListBuilds,
): CachedPageWithBody | null => (subscribeToBuildChanges() ? findCachedPage(ctx, appId, query) : null);

const listener = () =>
  processSingleton("build-pages-listener", () => ({
    follows: false,
    following: undefined as Promise<void> | undefined,
  }));

/** Whether other processes' changes are heard of. Where they are not, it begins to listen. */
export function subscribeToBuildChanges(): boolean {
  const state = listener();
  state.following ??= followChanges().catch((error: unknown) =>
    log().debug({ err: error }, "pages of builds are not remembered for now"),
  );
  return state.follows && isReceivingBuildChanges();
}

async function followChanges(): Promise<void> {
  const state = listener();
  try {
    for await (const change of watchBuildChanges(() => true, shutdownSignal())) {
      state.follows = true;
      if (change) evictPages(change);
      else evictAllPages();
    }
  } finally {
    state.follows = false;
    state.following = undefined;
    evictAllPages();
  }
}
