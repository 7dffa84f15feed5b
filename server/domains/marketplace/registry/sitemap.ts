import { and, asc, count, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { marketplaceItems, tenants } from "@/db/schema/index.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { escapeXml } from "./feed.ts";

export const SITEMAP_PATH = "/sitemap.xml";
export const ROBOTS_PATH = "/robots.txt";

/** Items, or publishers, in one file, well below the protocol's limit of 50,000 URLs. */
export const SITEMAP_PAGE_SIZE = 10_000;
export const DOCS_PATHS = [
  "/docs",
  "/docs/cli",
  "/docs/checks",
  "/docs/moderation",
  "/docs/installations",
  "/docs/workers",
  "/docs/registry",
  "/docs/api",
  "/docs/callbacks",
  "/docs/errors",
];
/** Pages without an item, in the first file. */
const PATHS = ["/", "/marketplace", ...DOCS_PATHS];

/** Crawlers may read all pages but those of users. Pictures of items are below `/api`. */
export const renderRobots = (): string => `User-agent: *
Allow: /api/pictures/
Allow: /api/previews/
Disallow: /api/
Disallow: /account
Disallow: /admin
Disallow: /builder
Disallow: /dashboard
Disallow: /invite/
Disallow: /reset-password
Disallow: /verify-email
Sitemap: ${publicOrigin()}${SITEMAP_PATH}
`;

/**
 * Sitemap of the site (sitemaps.org) with all items of the marketplace and their publishers. Without a page,
 * and with more than `SITEMAP_PAGE_SIZE` of them, it is an index of its pages. Public, and up to `CACHE_TTL_MS` old.
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

/** Text of a file; empty beyond the last. Without room for all in one file, files of items precede those of publishers. */
export async function renderSitemap(
  ctx: Context,
  page: number,
  pageSize = SITEMAP_PAGE_SIZE,
): Promise<string> {
  const counts = await countUrls(ctx);
  const isOneFile = counts.items + counts.publishers <= pageSize;
  const itemPages = Math.max(1, Math.ceil(counts.items / pageSize));
  const pages = isOneFile ? 1 : itemPages + Math.ceil(counts.publishers / pageSize);
  if (page > pages) return "";
  if (page === INDEX && pages > 1) return renderIndex(pages);
  const at = Math.max(0, page - 1);
  const urls = [
    ...(at === 0 ? PATHS.map((path) => ({ path })) : []),
    ...(at < itemPages ? await listItemUrls(ctx, { limit: pageSize, offset: at * pageSize }) : []),
    ...(isOneFile || at >= itemPages
      ? await listPublisherUrls(ctx, { limit: pageSize, offset: isOneFile ? 0 : (at - itemPages) * pageSize })
      : []),
  ];
  return `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n${urls.map(renderUrl).join("")}</urlset>\n`;
}

interface SitemapUrl {
  path: string;
  modifiedAt?: Date;
}

interface Range {
  limit: number;
  offset: number;
}

async function listItemUrls(ctx: Context, { limit, offset }: Range): Promise<SitemapUrl[]> {
  const { type, slug, approvedAt } = marketplaceItems;
  const items = await lookUp(ctx, (reader) => {
    // The keys alone, so that the items before the page are skipped in the index.
    const keys = reader
      .select({ type, slug })
      .from(marketplaceItems)
      .orderBy(asc(type), asc(slug))
      .limit(limit)
      .offset(offset)
      .as("keys");
    return reader
      .select({ type, slug, approvedAt })
      .from(keys)
      .innerJoin(marketplaceItems, and(eq(type, keys.type), eq(slug, keys.slug)))
      .orderBy(asc(type), asc(slug));
  });
  return items.map(({ type, slug, approvedAt }) => ({
    path: `/marketplace/${LISTING_TYPE_SEGMENTS[type]}/${slug}`,
    modifiedAt: approvedAt,
  }));
}

async function listPublisherUrls(ctx: Context, { limit, offset }: Range): Promise<SitemapUrl[]> {
  const publishers = await lookUp(ctx, (reader) =>
    reader
      .select({ slug: tenants.slug })
      .from(tenants)
      .where(HAS_ITEM)
      .orderBy(asc(tenants.slug))
      .limit(limit)
      .offset(offset),
  );
  return publishers.map(({ slug }) => ({ path: `/marketplace/publishers/${slug}` }));
}

function renderUrl({ path, modifiedAt }: SitemapUrl): string {
  const modified = modifiedAt ? `<lastmod>${modifiedAt.toISOString()}</lastmod>` : "";
  return `  <url><loc>${escapeXml(publicOrigin() + path)}</loc>${modified}</url>\n`;
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

const HAS_ITEM = sql`exists (select from ${marketplaceItems} where ${marketplaceItems.tenantId} = ${tenants.id})`;

async function countUrls(ctx: Context): Promise<{ items: number; publishers: number }> {
  const [row] = await lookUp(ctx, (reader) =>
    reader
      .select({
        publishers: count(),
        items: sql<number>`(select count(*)::integer from ${marketplaceItems})`,
      })
      .from(tenants)
      .where(HAS_ITEM),
  );
  return row ?? { items: 0, publishers: 0 };
}
