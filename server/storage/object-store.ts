import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { processSingleton } from "@/db/client.ts";
import { env } from "@/server/core/env/env.ts";
import { parseStorageUrl } from "@/server/core/env/storage-url.ts";
import { AppError } from "@/shared/errors.ts";
import { createFileStore } from "./file-store.ts";
import { createS3Fetch } from "./s3-fetch.ts";
import { createS3Store } from "./s3-store.ts";

/**
 * Object store for uploaded bytes. Keys are lower-case words joined by slashes; see `requireKey`. `put` is atomic and
 * durable: the object is visible only once complete, replaces an earlier one, and is discarded if the body throws.
 */
export interface ObjectStore {
  put(key: string, body: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /** The object, or its bytes from `start` to `end` inclusive; `sizeBytes` is the size of the whole object. */
  get(key: string, range?: ByteRange): Promise<{ body: AsyncIterable<Uint8Array>; sizeBytes: number } | null>;
  head(key: string): Promise<{ sizeBytes: number } | null>;
  /** Does nothing if the object does not exist. */
  delete(key: string): Promise<void>;
}

export interface StoredObject {
  sizeBytes: number;
  sha256: string;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** Download of bytes. `open` is called only when bytes are sent. */
export interface Download {
  fileName: string;
  sizeBytes: number;
  /** SHA-256 in hex, for the entity tag and the digest header (RFC 9530). Null for bytes that may grow. */
  sha256: string | null;
  /** Default: `application/octet-stream`. Browsers must not run it. */
  mediaType?: string;
  open: (range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
  headers?: Record<string, string>;
}

/** Object store of this process: that of `STORAGE_URL`, or files below the data directory. */
export function objectStore(): ObjectStore {
  return processSingleton("object-store", () => {
    const { STORAGE_URL, DATA_DIR, STORAGE_CA_FILE } = env();
    return createObjectStore(STORAGE_URL, DATA_DIR, STORAGE_CA_FILE);
  });
}

/** Creates a store by its URL; files below the data directory without a URL or for a bare `file:`. */
export function createObjectStore(url: string | undefined, dataDir: string, caFile?: string): ObjectStore {
  const address = parseStorageUrl(url ?? "file:");
  if (address.kind === "s3") {
    const ca = caFile === undefined ? undefined : readFileSync(caFile, "utf8");
    return withErrorMapping(createS3Store(address, createS3Fetch(address, ca)));
  }
  return withErrorMapping(createFileStore(address.directory ?? resolve(dataDir, "objects")));
}

/**
 * Wraps a store: validates keys and maps its errors to `UNAVAILABLE`. Errors of a put's body pass unchanged.
 */
function withErrorMapping(store: ObjectStore): ObjectStore {
  return {
    put: async (key, body) => {
      const thrown: { byBody?: unknown } = {};
      try {
        return await store.put(requireKey(key), captureError(body, thrown));
      } catch (error) {
        throw "byBody" in thrown ? thrown.byBody : unavailable(error);
      }
    },
    get: (key, range) => store.get(requireKey(key), range).catch(throwUnavailable),
    head: (key) => store.head(requireKey(key)).catch(throwUnavailable),
    delete: (key) => store.delete(requireKey(key)).catch(throwUnavailable),
  };
}

async function* captureError(body: AsyncIterable<Uint8Array>, thrown: { byBody?: unknown }) {
  try {
    yield* body;
  } catch (error) {
    thrown.byBody = error;
    throw error;
  }
}

function throwUnavailable(error: unknown): never {
  throw unavailable(error);
}

const unavailable = (cause: unknown) =>
  new AppError("UNAVAILABLE", "The object store is unavailable or full. Try again shortly.", {
    retryAfterSeconds: 10,
    cause,
  });

const WORD = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Validates a key, as defense in depth: keys are generated, never taken from user input. */
function requireKey(key: string): string {
  const words = key.split("/");
  if (key.length > 512 || !words.every((word) => WORD.test(word))) {
    throw new Error(`${JSON.stringify(key)} is not an object store key`);
  }
  return key;
}
