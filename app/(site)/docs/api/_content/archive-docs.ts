import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import type { ArchiveView } from "@/server/domains/items/archives/upload.ts";
import type { EntityView } from "@/server/domains/items/entities/view.ts";
import type { RouteDoc } from "./route-doc";

const SHA256 = "5f1d8a1f2f4d4d3f6f0a5c9e0d7b4c1e8a2b3c4d5e6f708192a3b4c5d6e7f809";
const ARCHIVE = "offline-sync-1.0.0.tar.gz";

const entity: EntityView = {
  id: demo.offlineSync,
  type: "APP_PLUGIN",
  slug: "offline-sync",
  name: "Offline Sync",
  description: "Saves forms and photos on the device while offline.",
  tenantId: demo.acme,
  createdAt: "2026-01-31T09:00:12.345Z",
};

const archive: ArchiveView = {
  sha256: SHA256,
  sizeBytes: "18211",
  unpackedBytes: "61440",
  fileCount: 12,
  manifest: {
    name: entity.name,
    slug: entity.slug,
    type: "app",
    version: "1.0.0",
    description: entity.description,
    entry: "src/index.js",
    permissions: ["storage.read"],
  },
};

export const archiveDocs = {
  "POST /api/marketplace/entities": {
    about: [
      "Required before the first version is published. Returns 200 with the existing one if your tenant already registered the slug.",
    ],
    query: {
      dryRun: "`true` runs all checks, stores nothing and returns 200. A new entity then has no `id`.",
    },
    body: {
      type: "`APP_PLUGIN`, `THEME` or `SYSTEM_PLUGIN`.",
      slug: "3 to 64 characters: lowercase letters, digits and single hyphens, starting with a letter.",
      name: "1 to 80 characters.",
      description: "Plain text, 1 to 5,000 characters.",
    },
    example: {
      path: "/api/marketplace/entities",
      body: { type: entity.type, slug: entity.slug, name: entity.name, description: entity.description },
      answer: entity,
    },
  },
  "PUT /api/marketplace/archives/{sha256}": {
    about: [
      "A `.tar.gz` with `plugin.json` at its root. Returns 200 if it was uploaded before.",
      "Validated while streaming: one gzip member, up to 200 MiB and 10,000 entries unpacked, paths up to 255 bytes and 32 segments, files and directories only, no duplicate paths (ignoring case and Unicode normalization). `errors` lists all problems.",
      "`README.md` at the root (up to 512 KiB), `icon` and `screenshots` of the manifest become the item’s page. Images are re-encoded without metadata; SVG, animations and files with trailing data are refused. `/schemas/plugin.json` describes all fields.",
      "Archives without a listing are removed one day after the last upload.",
    ],
    query: {
      dryRun: "`true` validates the archive as for a submission, stores nothing and returns 200.",
    },
    example: {
      path: `/api/marketplace/archives/${SHA256}`,
      headers: { "Content-Type": "application/gzip" },
      file: ARCHIVE,
      answer: archive,
    },
  },
  "GET /api/marketplace/downloads/{type}/{slug}/{version}": {
    about: [
      "The archive of a plugin, or the design tokens of a theme. No authentication. The `ETag` is the SHA-256 of the content.",
      "Themes: design tokens in the W3C Design Tokens Community Group format (2025.10), light and dark, or CSS custom properties.",
    ],
    query: {
      format: "Themes only: `tokens` (default; `application/design-tokens+json`) or `css` (`text/css`).",
    },
    answerHeaders: {
      "X-Checksum-Sha256": "SHA-256 of the complete content, including for ranges.",
      "Repr-Digest": "The same digest in the format of RFC 9530.",
    },
    example: {
      path: "/api/marketplace/downloads/app-plugin/photo-annotate/1.1.1",
      answer: "(the file photo-annotate-1.1.1.tar.gz)",
    },
  },
} as const satisfies Record<string, RouteDoc>;
