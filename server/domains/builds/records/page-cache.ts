import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import type { TenantContext } from "@/server/core/context.ts";

/** Filters of a page of builds that is polled. */
export interface PageQuery {
  status: readonly string[];
  platform: readonly string[];
  limit: number;
  cursor?: string | undefined;
}

export interface CachedPage {
  tag: string;
  pollAfterSeconds: number;
}

const MAX_CACHED_APPS = 20_000;
const MAX_PAGES_PER_APP = 8;
/** Bounds the staleness after a change without a notification, such as an operator's SQL. */
const PAGE_TTL_MS = 5 * 60_000;

interface CacheEntry extends CachedPage {
  /** Milliseconds since 1970, as `expiresAt`. */
  readAt: number;
  expiresAt: number;
}

type PagesOfApp = Map<string, CacheEntry>;

const apps = () =>
  processSingleton("build-pages", () => new LRUCache<string, PagesOfApp>({ max: MAX_CACHED_APPS }));

/** Over all pages: some thousand pages without error logs. */
const MAX_CACHED_BODY_CHARACTERS = 32 * 1_024 * 1_024;
const MAX_BODY_CHARACTERS = 256 * 1_024;
/** Shorter than `PAGE_TTL_MS`, for clients without an entity tag to compare with. */
const BODY_TTL_MS = 10_000;

const bodies = () =>
  processSingleton(
    "build-page-bodies",
    () =>
      new LRUCache<CacheEntry, string>({
        maxSize: MAX_CACHED_BODY_CHARACTERS,
        maxEntrySize: MAX_BODY_CHARACTERS,
        sizeCalculation: (body) => body.length,
      }),
  );

/** Cached page; null if the app changed since it was read, or if it expired. */
export function findCachedPage(ctx: TenantContext, appId: string, query: PageQuery) {
  if (!isCacheable(query)) return null;
  const page = apps().get(appKey(ctx.tenant.id, appId))?.get(queryKey(query));
  if (!page) return null;
  const now = ctx.now().getTime();
  if (page.expiresAt <= now) return null;
  const { tag, pollAfterSeconds, readAt } = page;
  const json = () => (readAt + BODY_TTL_MS > now && bodies().get(page)) || null;
  return { tag, pollAfterSeconds, json };
}

/** Only first pages are cached: clients do not poll later ones, and their number is unbounded. */
const isCacheable = ({ cursor }: PageQuery): boolean => cursor === undefined;

/**
 * Starts the read of a page. The returned function caches the page until `expiresAt`, unless a build of the app changed
 * since the start.
 */
export function startPageRead(
  ctx: TenantContext,
  appId: string,
  query: PageQuery,
): (page: CachedPage, body: string, expiresAt: Date | null) => void {
  if (!isCacheable(query)) return () => {};
  const key = appKey(ctx.tenant.id, appId);
  const pages: PagesOfApp = apps().get(key) ?? new Map();
  apps().set(key, pages);
  return (page, body, expiresAt) => {
    if (apps().get(key) !== pages) return;
    pages.delete(queryKey(query));
    const [oldest] = pages.keys();
    if (pages.size >= MAX_PAGES_PER_APP && oldest !== undefined) pages.delete(oldest);
    const readAt = ctx.now().getTime();
    const expiry = Math.min(readAt + PAGE_TTL_MS, expiresAt?.getTime() ?? Infinity);
    const entry = { ...page, readAt, expiresAt: expiry };
    pages.set(queryKey(query), entry);
    bodies().set(entry, body);
  };
}

export function evictPages({ tenantId, appId }: { tenantId: string; appId: string }): void {
  apps().delete(appKey(tenantId, appId));
}

export const evictAllPages = (): void => apps().clear();

const appKey = (tenantId: string, appId: string): string => `${tenantId}/${appId.toLowerCase()}`;
const queryKey = ({ status, platform, limit }: PageQuery): string =>
  `${status.join()}/${platform.join()}/${limit}`;
