import { processSingleton } from "@/db/client.ts";
import { hearsOfBuilds, watchBuilds } from "../build-records/changes.ts";
import {
  expectPage,
  forgetAllPages,
  forgetPages,
  type RecalledPage,
  recallPage,
} from "../build-records/page-cache.ts";
import type { TenantContext } from "../platform/context.ts";
import { log } from "../platform/log.ts";
import { stoppingSignal } from "../platform/shutdown-signal.ts";
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
 * polls in between need no database (`recallPageToPoll`).
 * @throws AppError as `listBuilds`
 */
export async function readPageToPoll(
  ctx: TenantContext,
  appId: string,
  query: ListBuilds,
): Promise<PolledPage> {
  const keep = hearOfBuilds() ? expectPage(ctx, appId, query) : null;
  const { pollAfterSeconds, endsAt, ...page } = await listBuilds(ctx, appId, query);
  return {
    page,
    pollAfterSeconds,
    remember: (tag, json) => keep?.({ tag, pollAfterSeconds }, json, endsAt),
  };
}

/** The page as it was sent last, when nothing has changed since and any change would have been heard of. */
export const recallPageToPoll = (
  ctx: TenantContext,
  appId: string,
  query: ListBuilds,
): RecalledPage | null => (hearOfBuilds() ? recallPage(ctx, appId, query) : null);

const listener = () =>
  processSingleton("build-pages-listener", () => ({
    follows: false,
    following: undefined as Promise<void> | undefined,
  }));

/** Whether other processes' changes are heard of. Where they are not, it begins to listen. */
export function hearOfBuilds(): boolean {
  const state = listener();
  state.following ??= followChanges().catch((error: unknown) =>
    log().debug({ err: error }, "pages of builds are not remembered for now"),
  );
  return state.follows && hearsOfBuilds();
}

async function followChanges(): Promise<void> {
  const state = listener();
  try {
    for await (const change of watchBuilds(() => true, stoppingSignal())) {
      state.follows = true;
      if (change) forgetPages(change);
      else forgetAllPages();
    }
  } finally {
    state.follows = false;
    state.following = undefined;
    forgetAllPages();
  }
}
