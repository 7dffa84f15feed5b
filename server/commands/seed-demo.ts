import { demoArchives, isEmpty, type SeedOptions, seedDemo } from "../../db/seed/index.ts";
import { archiveKey } from "../archives/policy.ts";
import { findFailureInLog } from "../build-failures/policy.ts";
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
    for (const { sha256, bytes } of demoArchives()) await store.put(archiveKey(sha256), singleChunk(bytes));
  }
  await seedDemo(url, { findFailure: findFailureInLog, ...options });
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
