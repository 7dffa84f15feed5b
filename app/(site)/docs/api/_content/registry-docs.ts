import type {
  RegistryChangelog,
  RegistryItem,
  RegistryItemDetail,
} from "@/server/domains/marketplace/registry/view.ts";
import { ITEM_CATEGORIES } from "@/shared/vocabulary.ts";
import type { RouteDoc } from "./route-doc";

const ORIGIN = "https://drydock.example";
const SHA256 = "5f1d8a1f2f4d4d3f6f0a5c9e0d7b4c1e8a2b3c4d5e6f708192a3b4c5d6e7f809";

const item: RegistryItem = {
  type: "app-plugin",
  slug: "photo-annotate",
  name: "Photo Annotate",
  summary: "Draw arrows, measurements and notes on photos.",
  description: "Draw arrows, measurements and notes on photos.\n\nWorks offline.",
  publisher: { slug: "acme", name: "Acme Studio", verified: false },
  version: "1.1.1",
  categories: ["media"],
  keywords: ["photo", "camera"],
  license: "MIT",
  homepage: "https://acme.example/photo-annotate",
  repository: null,
  bugs: null,
  iconUrl: null,
  screenshots: [],
  downloads: 412,
  installations: 0,
  createdAt: "2026-01-12T10:02:00.000Z",
  updatedAt: "2026-03-02T08:41:09.000Z",
};

const detail: RegistryItemDetail = {
  ...item,
  readme: null,
  versions: [
    {
      version: "1.1.1",
      approvedAt: item.updatedAt,
      changelog: "- Arrows keep their size when a photo is zoomed.",
      archiveSha256: SHA256,
      sizeBytes: "18211",
      permissions: ["camera", "storage.read"],
      minPlatformVersion: null,
      downloads: 96,
      downloadUrl: `${ORIGIN}/api/marketplace/downloads/app-plugin/photo-annotate/1.1.1`,
      styleSheetUrl: null,
    },
  ],
};

const changelog: RegistryChangelog = {
  from: "1.0.0",
  to: "1.1.1",
  entries: [
    {
      version: "1.1.1",
      approvedAt: item.updatedAt,
      changelog: "- Arrows keep their size when a photo is zoomed.",
    },
  ],
  permissionsAdded: ["camera"],
  permissionsRemoved: [],
};

const CACHING =
  "Public, with a weak `ETag`; may be cached for 60 seconds. Pages of any origin may read it (CORS).";

export const registryDocs = {
  "GET /api/marketplace/items": {
    about: ["Approved items in their current version.", CACHING],
    query: {
      q: "Words to find in the name, slug, description or keywords; all must match. Up to 100 characters.",
      type: "`app-plugin`, `system-plugin` or `theme`.",
      category: `Repeatable; items of any of them. ${ITEM_CATEGORIES.map((one) => `\`${one}\``).join(", ")}.`,
      publisher: "Slug of a tenant.",
      sort: "`relevance` (default with `q`), `latest` (default without), `name` or `downloads`.",
      limit: "1 to 100; default 20.",
      cursor: "`nextCursor` of the previous page.",
    },
    example: {
      path: "/api/marketplace/items?q=photo&type=app-plugin&limit=1",
      answer: { items: [item], nextCursor: null },
    },
  },
  "GET /api/marketplace/items/{type}/{slug}": {
    about: [
      "Versions are sorted by precedence, highest first, with the SHA-256 and URL of the archive; themes have the URLs of design tokens and style sheet.",
      CACHING,
    ],
    example: { path: "/api/marketplace/items/app-plugin/photo-annotate", answer: detail },
  },
  "GET /api/marketplace/items/{type}/{slug}/changelog": {
    about: [
      "Changelogs of the approved versions above `from`, up to `to`. Permissions are compared between the highest approved versions up to `from` and up to `to`.",
      CACHING,
    ],
    query: {
      from: "Semantic version, such as the installed one.",
      to: "Semantic version; default: the current one.",
    },
    example: {
      path: "/api/marketplace/items/app-plugin/photo-annotate/changelog?from=1.0.0",
      answer: changelog,
    },
  },
  "GET /marketplace/feed.xml": {
    about: ["The newest 50, with absolute links.", CACHING],
    example: { path: "/marketplace/feed.xml", answer: "(Atom, application/atom+xml)" },
  },
  "GET /sitemap.xml": {
    about: [
      "Pages, marketplace items and publishers (sitemaps.org). Above 10,000 items and publishers, an index of the files `?page=1`, `?page=2` and so on.",
      CACHING,
    ],
    query: { page: "Number of the file, from 1." },
    example: { path: "/sitemap.xml", answer: "(XML, application/xml)" },
  },
  "GET /robots.txt": {
    about: ["Rules for crawlers, with the URL of the sitemap.", CACHING],
    example: { path: "/robots.txt", answer: "(text/plain)" },
  },
} as const satisfies Record<string, RouteDoc>;
