import { createHash } from "node:crypto";
import { demoArchives, isEmpty, type SeedOptions, seedDemo } from "@/db/seed/index.ts";
import { pictureKey } from "@/server/domains/items/archives/pictures.ts";
import { archiveKey } from "@/server/domains/items/archives/policy.ts";
import { type PreparedImage, prepareImage } from "@/server/domains/items/image.ts";
import { toChangelogText } from "@/server/domains/items/markdown/changelog-documents.ts";
import { PARSER_VERSION } from "@/server/domains/items/markdown/policy.ts";
import { parseText } from "@/server/domains/items/markdown/readme.ts";
import { toReadmeText } from "@/server/domains/items/markdown/readme-documents.ts";
import { findFailureInLog } from "@/shared/build-log/find-failure.ts";
import { limitsOf } from "@/shared/plugin/media.ts";
import { validateArchive } from "@/shared/plugin/validate-archive.ts";
import { type ObjectStore, objectStore } from "../storage/object-store.ts";

/**
 * Demo data for an empty database, and its archives for the object store.
 * @throws Error when the database holds a tenant already
 */
export async function seedPlatform(
  url: string,
  options: SeedOptions,
  store: ObjectStore = objectStore(),
): Promise<void> {
  // Archives before the rows that refer to them.
  if (await isEmpty(url)) {
    const encoded = new Map<string, PreparedImage>();
    for (const { sha256, bytes } of demoArchives()) {
      await store.put(archiveKey(sha256), singleChunk(bytes));
      const { bytes: read, metadata } = validateArchive(singleChunk(bytes), sha256);
      for await (const _ of read);
      for (const [index, picture] of metadata().media.pictures.entries()) {
        // Versions share their pictures; encoding one takes as long as everything else here.
        const key = createHash("sha256").update(picture.bytes).digest("hex");
        const image = encoded.get(key) ?? (await prepareImage(picture.bytes, limitsOf(picture)));
        encoded.set(key, image);
        for (const { width, bytes } of image.variants) {
          await store.put(pictureKey(sha256, index, width), singleChunk(bytes));
        }
      }
    }
  }
  const parser = {
    version: PARSER_VERSION,
    parseChangelog: (listing: Parameters<typeof toChangelogText>[0]) =>
      parseText(toChangelogText(listing))[0],
    parseReadme: (archive: Parameters<typeof toReadmeText>[0]) => parseText(toReadmeText(archive)),
  };
  await seedDemo(url, { findFailure: findFailureInLog, parser, ...options });
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
