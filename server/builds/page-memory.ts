import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import type { TenantContext } from "../context.ts";
import type { ListBuilds } from "./input.ts";

/** What a page of builds was when it was read last: its entity tag, and when to ask again. */
export interface RememberedPage {
  tag: string;
  pollAfterSeconds: number;
}

const APPS_REMEMBERED = 20_000;
const PAGES_PER_APP = 8;
/** What nobody told of, such as a row that an operator changed by hand, shows after so long. */
const REMEMBERED_FOR_MS = 5 * 60_000;

type PagesOfApp = Map<string, RememberedPage & { until: number }>;

const apps = () =>
  processSingleton("build-pages", () => new LRUCache<string, PagesOfApp>({ max: APPS_REMEMBERED }));

/** The page, when nothing has changed since it was read. */
export function recallPage(ctx: TenantContext, appId: string, query: ListBuilds): RememberedPage | null {
  if (!isPolled(query)) return null;
  const page = apps().get(keyOf(ctx.tenant.id, appId))?.get(keyOfQuery(query));
  return page && page.until > ctx.now().getTime() ? page : null;
}

/** Older pages are for reading through, and a cursor may be of any length: only first pages are polled. */
const isPolled = ({ cursor }: ListBuilds): boolean => cursor === undefined;

/**
 * To be called before a page is read; what it returns remembers the page, unless a build of the app changed meanwhile, and
 * until `endsAt`, when time alone changes it.
 */
export function expectPage(
  ctx: TenantContext,
  appId: string,
  query: ListBuilds,
): (page: RememberedPage, endsAt: Date | null) => void {
  if (!isPolled(query)) return () => {};
  const key = keyOf(ctx.tenant.id, appId);
  const pages: PagesOfApp = apps().get(key) ?? new Map();
  apps().set(key, pages);
  return (page, endsAt) => {
    if (apps().get(key) !== pages) return;
    pages.delete(keyOfQuery(query));
    const [oldest] = pages.keys();
    if (pages.size >= PAGES_PER_APP && oldest !== undefined) pages.delete(oldest);
    const until = Math.min(ctx.now().getTime() + REMEMBERED_FOR_MS, endsAt?.getTime() ?? Infinity);
    pages.set(keyOfQuery(query), { ...page, until });
  };
}

/** Forgets the pages of an app, in this process. */
export function forgetPages({ tenantId, appId }: { tenantId: string; appId: string }): void {
  apps().delete(keyOf(tenantId, appId));
}

export const forgetAllPages = (): void => apps().clear();

const keyOf = (tenantId: string, appId: string): string => `${tenantId}/${appId.toLowerCase()}`;
const keyOfQuery = ({ status, platform, limit }: ListBuilds): string =>
  JSON.stringify([status, platform, limit]);
