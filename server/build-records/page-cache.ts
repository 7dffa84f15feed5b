import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import type { TenantContext } from "../platform/context.ts";

/** Filters of a page of builds that is polled. */
export interface PageQuery {
  status: readonly string[];
  platform: readonly string[];
  limit: number;
  cursor?: string | undefined;
}

/** What a page of builds was when it was read last: its entity tag, and when to ask again. */
export interface CachedPage {
  tag: string;
  pollAfterSeconds: number;
}

const MAX_CACHED_APPS = 20_000;
const MAX_PAGES_PER_APP = 8;
/** What nobody told of, such as a row that an operator changed by hand, shows after so long. */
const PAGE_TTL_MS = 5 * 60_000;

/** Instants in milliseconds. */
interface DatedPage extends CachedPage {
  readAt: number;
  until: number;
}

type PagesOfApp = Map<string, DatedPage>;

const apps = () =>
  processSingleton("build-pages", () => new LRUCache<string, PagesOfApp>({ max: MAX_CACHED_APPS }));

/** Together, in characters: some thousand pages of builds that went well. */
const MAX_CACHED_BODY_CHARACTERS = 32 * 1_024 * 1_024;
const LONGEST_TEXT = 256 * 1_024;
/** Whoever has no page yet to compare with would be shown what nobody told of no later than this. */
const BODY_TTL_MS = 10_000;

const texts = () =>
  processSingleton(
    "build-page-texts",
    () =>
      new LRUCache<DatedPage, string>({
        maxSize: MAX_CACHED_BODY_CHARACTERS,
        maxEntrySize: LONGEST_TEXT,
        sizeCalculation: (text) => text.length,
      }),
  );

/** A page as it was sent last: its JSON, too, where that is still kept. */
export interface CachedPageWithBody extends CachedPage {
  json: () => string | null;
}

/** The page, when nothing has changed since it was read. */
export function findCachedPage(
  ctx: TenantContext,
  appId: string,
  query: PageQuery,
): CachedPageWithBody | null {
  if (!isPolled(query)) return null;
  const page = apps().get(keyOf(ctx.tenant.id, appId))?.get(keyOfQuery(query));
  if (!page) return null;
  const now = ctx.now().getTime();
  if (page.until <= now) return null;
  const { tag, pollAfterSeconds, readAt } = page;
  const json = () => (readAt + BODY_TTL_MS > now && texts().get(page)) || null;
  return { tag, pollAfterSeconds, json };
}

/** Older pages are for reading through, and a cursor may be of any length: only first pages are polled. */
const isPolled = ({ cursor }: PageQuery): boolean => cursor === undefined;

/**
 * To be called before a page is read; what it returns remembers the page, unless a build of the app changed meanwhile, and
 * until `endsAt`, when time alone changes it.
 */
export function startPageRead(
  ctx: TenantContext,
  appId: string,
  query: PageQuery,
): (page: CachedPage, text: string, endsAt: Date | null) => void {
  if (!isPolled(query)) return () => {};
  const key = keyOf(ctx.tenant.id, appId);
  const pages: PagesOfApp = apps().get(key) ?? new Map();
  apps().set(key, pages);
  return (page, text, endsAt) => {
    if (apps().get(key) !== pages) return;
    pages.delete(keyOfQuery(query));
    const [oldest] = pages.keys();
    if (pages.size >= MAX_PAGES_PER_APP && oldest !== undefined) pages.delete(oldest);
    const readAt = ctx.now().getTime();
    const until = Math.min(readAt + PAGE_TTL_MS, endsAt?.getTime() ?? Infinity);
    const remembered = { ...page, readAt, until };
    pages.set(keyOfQuery(query), remembered);
    texts().set(remembered, text);
  };
}

/** Forgets the pages of an app, in this process. */
export function evictPages({ tenantId, appId }: { tenantId: string; appId: string }): void {
  apps().delete(keyOf(tenantId, appId));
}

export const evictAllPages = (): void => apps().clear();

const keyOf = (tenantId: string, appId: string): string => `${tenantId}/${appId.toLowerCase()}`;
const keyOfQuery = ({ status, platform, limit }: PageQuery): string =>
  `${status.join()}/${platform.join()}/${limit}`;
