import { demoArchives, isEmpty, type SeedOptions, seedDemo } from "../../db/seed/index.ts";
import { archiveKey } from "../archives/policy.ts";
import { type ObjectStore, objectStore } from "../storage/object-store.ts";

/**
 * Fills an empty database with the demo data, and the object store with the archives that it refers to.
 * @throws Error when the database holds a tenant already
 */
export async function seedPlatform(
  url: string,
  options: SeedOptions,
  store: ObjectStore = objectStore(),
): Promise<void> {
  // Archives before rows: no row may refer to a missing object.
  if (await isEmpty(url)) {
    for (const { sha256, bytes } of demoArchives()) await store.put(archiveKey(sha256), only(bytes));
  }
  await seedDemo(url, options);
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
