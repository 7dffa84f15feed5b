import { z } from "zod";
import type { CachedResponse } from "@/server/http/response.ts";
import { route } from "@/server/http/route.ts";
import { FEED_PATH, renderFeed } from "./feed.ts";
import { getRegistryChangelog, getRegistryItem } from "./get-item.ts";
import { ChangelogQuery, ListItemsQuery, RegistryItemKey, SitemapQuery } from "./input.ts";
import { listRegistryItems } from "./list-items.ts";
import { findCachedResponse, startRead } from "./response-cache.ts";
import { findSitemap, ROBOTS_PATH, renderRobots, SITEMAP_PATH } from "./sitemap.ts";
import { RegistryChangelog, RegistryItemDetail, RegistryPage } from "./view.ts";

/** Declaration that all routes of the public registry share. */
const PUBLIC = {
  method: "GET",
  credential: "none",
  isConditional: true,
  isCrossOrigin: true,
  status: 200,
} as const;
const CACHED = { "Cache-Control": "public, max-age=60" };

function findCached(request: object): CachedResponse | null {
  const cached = findCachedResponse(request);
  return cached && { tag: cached.tag, json: () => cached.text, headers: CACHED };
}

export const listItems = route({
  ...PUBLIC,
  path: "/api/marketplace/items",
  summary: "Search approved items",
  query: ListItemsQuery,
  response: RegistryPage,
  findCached: ({ query }) => findCached(query),
  handle: async ({ ctx, query }) => {
    const store = startRead(query);
    const page = await listRegistryItems(ctx, query);
    return { body: page, headers: CACHED, storeCached: (tag, text) => store(page.items, tag, text) };
  },
});

export const getItem = route({
  ...PUBLIC,
  path: "/api/marketplace/items/{type}/{slug}",
  summary: "Get an item with its approved versions",
  params: RegistryItemKey,
  response: RegistryItemDetail,
  findCached: ({ params }) => findCached(params),
  handle: async ({ ctx, params }) => {
    const store = startRead(params);
    const item = await getRegistryItem(ctx, params);
    return { body: item, headers: CACHED, storeCached: (tag, text) => store([item], tag, text) };
  },
});

export const getChangelog = route({
  ...PUBLIC,
  path: "/api/marketplace/items/{type}/{slug}/changelog",
  summary: "Get the changes between two versions",
  params: RegistryItemKey,
  query: ChangelogQuery,
  response: RegistryChangelog,
  handle: async ({ ctx, params, query }) => ({
    body: await getRegistryChangelog(ctx, params, query),
    headers: CACHED,
  }),
});

export const getFeed = route({
  ...PUBLIC,
  path: FEED_PATH,
  summary: "Get the newest approved versions as an Atom feed",
  mediaType: "application/atom+xml; charset=utf-8",
  response: z.string(),
  handle: async ({ ctx }) => {
    const text = await renderFeed(ctx);
    return { body: text, text, headers: CACHED };
  },
});

export const getSitemap = route({
  ...PUBLIC,
  path: SITEMAP_PATH,
  summary: "Get the sitemap",
  query: SitemapQuery,
  errors: ["NOT_FOUND"],
  mediaType: "application/xml; charset=utf-8",
  response: z.string(),
  handle: async ({ query }) => {
    const text = await findSitemap(query.page);
    return { body: text, text, headers: CACHED };
  },
});

export const getRobots = route({
  ...PUBLIC,
  path: ROBOTS_PATH,
  summary: "Get the rules for crawlers",
  mediaType: "text/plain; charset=utf-8",
  response: z.string(),
  handle: async () => {
    const text = renderRobots();
    return { body: text, text, headers: CACHED };
  },
});
