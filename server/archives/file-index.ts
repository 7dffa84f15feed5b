import { createHash, type Hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { visitFiles } from "./read-files.ts";

/** A file of an archive without its content: `digest` is the same for the same bytes. */
export interface IndexedFile {
  path: string;
  sizeBytes: number;
  digest: string;
  isBinary: boolean;
}

/** Over all archives that are remembered; the largest has 10,000. */
const MAX_FILES = 100_000;
/** What tells text from other bytes has shown itself by then. */
const SNIFF_BYTES = 8_192;

/**
 * The files of a stored archive in the order of their paths. An archive never changes under its hash, so what was read
 * once is remembered, within a bound; many who ask at once cause one reading.
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
  if (!files) throw new Error("the index of an archive came to nothing");
  return files;
}

async function readIndex(sha256: string): Promise<readonly IndexedFile[]> {
  const files: IndexedFile[] = [];
  let open: { file: IndexedFile; hash: Hash; seen: number } | undefined;
  const close = () => {
    if (open) open.file.digest = open.hash.digest("base64url");
    open = undefined;
  };
  await visitFiles(sha256, ({ path, sizeBytes }) => {
    close();
    const file = { path, sizeBytes, digest: "", isBinary: false };
    const reading = { file, hash: createHash("sha1"), seen: 0 };
    open = reading;
    files.push(file);
    return (bytes) => {
      reading.hash.update(bytes);
      if (reading.seen < SNIFF_BYTES) {
        file.isBinary ||= bytes.subarray(0, SNIFF_BYTES - reading.seen).includes(0);
        reading.seen += bytes.byteLength;
      }
    };
  });
  close();
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}
