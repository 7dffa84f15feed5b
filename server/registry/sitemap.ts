import { and, asc, count, eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { marketplaceItems } from "@/db/schema/index.ts";
import { LISTING_TYPE_SEGMENTS } from "@/db/schema/vocabulary.ts";
import { type Context, systemContext } from "../platform/context.ts";
import { publicOrigin } from "../platform/env/public-origin.ts";
import { notFound } from "../platform/errors.ts";
import { lookUp } from "../platform/mutate.ts";
import { escapeXml } from "./feed.ts";

export const SITEMAP_PATH = "/sitemap.xml";
export const ROBOTS_PATH = "/robots.txt";

/** Items in one file, well below the protocol's limit of 50,000 URLs. */
export const SITEMAP_PAGE_SIZE = 10_000;
/** Pages without an item, in the first file. */
const PATHS = ["/", "/marketplace", "/docs", "/docs/cli", "/docs/registry", "/docs/workers", "/docs/api"];

/** Crawlers may read all pages but those of users. Pictures of items are below `/api`. */
export const renderRobots = (): string => `User-agent: *
Allow: /api/pictures/
Allow: /api/previews/
Disallow: /api/
Disallow: /admin
Disallow: /builder
Disallow: /invite/
Sitemap: ${publicOrigin()}${SITEMAP_PATH}
`;

/**
 * Sitemap of the site (sitemaps.org) with all items of the marketplace. Without a page, and with more than
 * `SITEMAP_PAGE_SIZE` items, it is an index of its pages. Public, and up to `CACHE_TTL_MS` old.
 * @throws AppError `NOT_FOUND` for a page beyond the last
 */
export async function findSitemap(page: number | undefined): Promise<string> {
  const text = await sitemaps().fetch(page ?? INDEX);
  if (!text) throw notFound("sitemap");
  return text;
}

const INDEX = 0;
const CACHE_TTL_MS = 5 * 60_000;
/** Characters over all cached files. */
const MAX_CACHED_LENGTH = 40_000_000;

/** Concurrent requests for a file share one query. */
const sitemaps = () =>
  processSingleton(
    "sitemaps",
    () =>
      new LRUCache<number, string>({
        maxSize: MAX_CACHED_LENGTH,
        ttl: CACHE_TTL_MS,
        sizeCalculation: (text) => text.length + 1,
        fetchMethod: (page) => renderSitemap(systemContext("public"), page),
      }),
  );

/** Text of a file; empty beyond the last. */
export async function renderSitemap(
  ctx: Context,
  page: number,
  pageSize = SITEMAP_PAGE_SIZE,
): Promise<string> {
  const pages = Math.max(1, Math.ceil((await countItems(ctx)) / pageSize));
  if (page > pages) return "";
  if (page === INDEX && pages > 1) return renderIndex(pages);
  const offset = Math.max(0, page - 1) * pageSize;
  const { type, slug, approvedAt } = marketplaceItems;
  const items = await lookUp(ctx, (reader) => {
    // The keys alone, so that the items before the page are skipped in the index.
    const keys = reader
      .select({ type, slug })
      .from(marketplaceItems)
      .orderBy(asc(type), asc(slug))
      .limit(pageSize)
      .offset(offset)
      .as("keys");
    return reader
      .select({ type, slug, approvedAt })
      .from(keys)
      .innerJoin(marketplaceItems, and(eq(type, keys.type), eq(slug, keys.slug)))
      .orderBy(asc(type), asc(slug));
  });
  const origin = publicOrigin();
  const urls = [
    ...(offset === 0 ? PATHS.map((path) => `  <url><loc>${escapeXml(origin + path)}</loc></url>\n`) : []),
    ...items.map(({ type, slug, approvedAt }) => {
      const url = `${origin}/marketplace/${LISTING_TYPE_SEGMENTS[type]}/${slug}`;
      return `  <url><loc>${escapeXml(url)}</loc><lastmod>${approvedAt.toISOString()}</lastmod></url>\n`;
    }),
  ];
  return `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n${urls.join("")}</urlset>\n`;
}

const DECLARATION = `<?xml version="1.0" encoding="utf-8"?>\n`;
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

function renderIndex(pages: number): string {
  const files = Array.from({ length: pages }, (_, index) => {
    const url = `${publicOrigin()}${SITEMAP_PATH}?page=${index + 1}`;
    return `  <sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`;
  });
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${files.join("")}</sitemapindex>\n`;
}

async function countItems(ctx: Context): Promise<number> {
  const [row] = await lookUp(ctx, (reader) => reader.select({ items: count() }).from(marketplaceItems));
  return row?.items ?? 0;
}
