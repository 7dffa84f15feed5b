import type { ArchiveView } from "@/server/archives/upload.ts";
import type { EntityView } from "@/server/entities/view.ts";
import { demo } from "../../_content/quick-start";
import type { RouteDoc } from "./route-doc";

const SHA256 = "5f1d8a1f2f4d4d3f6f0a5c9e0d7b4c1e8a2b3c4d5e6f708192a3b4c5d6e7f809";
const ARCHIVE = "offline-sync-1.0.0.tar.gz";

const entity: EntityView = {
  id: demo.offlineSync,
  type: "APP_PLUGIN",
  slug: "offline-sync",
  name: "Offline Sync",
  description: "Keeps forms on the device while there is no network.",
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
      "Registers a plugin or theme under a slug, before its first version is published. What your tenant has registered under that slug before is answered as it is, with 200.",
    ],
    query: {
      dryRun:
        "`true`: the same checks, nothing stored, and 200 with the body that would be; one that is new has no `id` then.",
    },
    body: {
      type: "`APP_PLUGIN`, `THEME` or `SYSTEM_PLUGIN`.",
      slug: "3 to 64 characters: lower-case words of letters and digits joined by single hyphens, beginning with a letter.",
      name: "One line of 1 to 80 characters.",
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
      "Takes a plugin's archive, a `.tar.gz` with a `plugin.json` at its root, under the SHA-256 of its bytes. The same archive again is answered with 200.",
      "It is judged while it arrives: one gzip member with nothing behind it, up to 200 MiB and 10,000 entries unpacked, paths of up to 255 bytes and 32 segments, only files and directories, no path twice, also not by case or Unicode form. Whatever is wrong is named in `errors`, everything at once.",
      "An archive that no listing refers to is removed a day after it was last uploaded.",
    ],
    query: {
      dryRun:
        "`true`: the archive is judged and compared with the version before, as when it is handed in; nothing is stored, and 200 has the body that would be.",
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
      "The archive of an approved version, for everybody. `type` is `app-plugin` or `system-plugin`. The `ETag` is the SHA-256 of its bytes, which are always the same.",
    ],
    answerHeaders: {
      "X-Checksum-Sha256": "The SHA-256 of the whole archive, also with a part of it.",
      "Repr-Digest": "The same, as RFC 9530 has it.",
    },
    example: {
      path: "/api/marketplace/downloads/app-plugin/photo-annotate/1.1.1",
      answer: "(the bytes of photo-annotate-1.1.1.tar.gz)",
    },
  },
} as const satisfies Record<string, RouteDoc>;
