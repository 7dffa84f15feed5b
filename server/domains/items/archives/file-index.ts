import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { walkStoredArchive } from "./service.ts";

/** File of an archive without its content, which `digest` identifies. */
export interface IndexedFile {
  path: string;
  sizeBytes: number;
  digest: string;
  isBinary: boolean;
}

/** Files over all cached indexes; one archive has up to 10,000. */
const MAX_FILES = 100_000;
/** A zero byte in the first bytes marks a file as binary. */
const SNIFF_BYTES = 8_192;

/**
 * Index of a stored archive: its files in the order of their paths. Cached by digest, as an archive is immutable; concurrent
 * calls share one read.
 */
export async function indexFiles(sha256: string): Promise<readonly IndexedFile[]> {
  const cache = processSingleton(
    "archive-file-indexes",
    () =>
      new LRUCache<string, readonly IndexedFile[]>({
        maxSize: MAX_FILES,
        sizeCalculation: (files) => files.length + 1,
        fetchMethod: readIndex,
        ignoreFetchAbort: true,
        allowStaleOnFetchAbort: true,
      }),
  );
  const files = await cache.fetch(sha256);
  if (!files) throw new Error("the index of an archive could not be read");
  return files;
}

async function readIndex(sha256: string): Promise<readonly IndexedFile[]> {
  const files: IndexedFile[] = [];
  await walkStoredArchive(sha256, ({ path, sizeBytes }) => {
    const hash = createHash("sha1");
    let seenBytes = 0;
    let isBinary = false;
    return {
      write: (bytes) => {
        hash.update(bytes);
        if (seenBytes >= SNIFF_BYTES) return;
        isBinary ||= bytes.subarray(0, SNIFF_BYTES - seenBytes).includes(0);
        seenBytes += bytes.byteLength;
      },
      end: () => {
        files.push({ path, sizeBytes, digest: hash.digest("base64url"), isBinary });
      },
    };
  });
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}
