import { resolve } from "node:path";
import { processSingleton } from "@/db/client.ts";
import { env } from "../platform/env/env.ts";
import { parseStorageUrl } from "../platform/env/storage-url.ts";
import { AppError } from "../platform/errors.ts";
import { createFileStore } from "./file-store.ts";
import { createS3Store } from "./s3-store.ts";

/**
 * Where uploaded bytes stand. A key is lower-case words joined by slashes; see `requireKey`.
 * A put is atomic and durable: nothing is visible under the key until it is whole, and when the body throws, its error
 * is handed on and nothing is left. Putting a key again replaces the object.
 */
export interface ObjectStore {
  put(key: string, body: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /** The object, or the bytes from `start` to `end`, both included; `sizeBytes` is that of the whole object. */
  get(key: string, range?: ByteRange): Promise<{ body: AsyncIterable<Uint8Array>; sizeBytes: number } | null>;
  head(key: string): Promise<{ sizeBytes: number } | null>;
  /** Deletes the object if it is there. */
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

/** Download of immutable bytes. `open` is called only when bytes are sent. */
export interface Download {
  fileName: string;
  sizeBytes: number;
  /** In hexadecimal digits; the entity tag, and the digest that is sent along (RFC 9530). */
  sha256: string;
  open: (range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
  headers?: Record<string, string>;
}

/**
 * The store that `STORAGE_URL` names; without one, files below the data directory.
 */
export function objectStore(): ObjectStore {
  return processSingleton("object-store", () => {
    const { STORAGE_URL, DATA_DIR } = env();
    return createObjectStore(STORAGE_URL, DATA_DIR);
  });
}

/** A store by its URL; without one, or with a bare `file:`, it stands below the data directory. */
export function createObjectStore(url: string | undefined, dataDir: string): ObjectStore {
  const address = parseStorageUrl(url ?? "file:");
  if (address.kind === "s3") return refusing(createS3Store(address));
  return refusing(createFileStore(address.directory ?? resolve(dataDir, "objects")));
}

/**
 * The store with its keys checked, and its failures told as `UNAVAILABLE`: what needs it is away for a while, everything
 * else goes on. What the body of a put throws stays what it is.
 */
function refusing(store: ObjectStore): ObjectStore {
  return {
    put: async (key, body) => {
      const thrown: { byBody?: unknown } = {};
      try {
        return await store.put(requireKey(key), watching(body, thrown));
      } catch (error) {
        throw "byBody" in thrown ? thrown.byBody : away(error);
      }
    },
    get: (key, range) => store.get(requireKey(key), range).catch(refuse),
    head: (key) => store.head(requireKey(key)).catch(refuse),
    delete: (key) => store.delete(requireKey(key)).catch(refuse),
  };
}

async function* watching(body: AsyncIterable<Uint8Array>, thrown: { byBody?: unknown }) {
  try {
    yield* body;
  } catch (error) {
    thrown.byBody = error;
    throw error;
  }
}

function refuse(error: unknown): never {
  throw away(error);
}

const away = (cause: unknown) =>
  new AppError("UNAVAILABLE", "The object store cannot be reached or is full. Try again shortly.", {
    retryAfterSeconds: 10,
    cause,
  });

const WORD = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Keys are made by the platform, never taken from anyone's text; this is the wall behind that. */
function requireKey(key: string): string {
  const words = key.split("/");
  if (key.length > 512 || !words.every((word) => WORD.test(word))) {
    throw new Error(`${JSON.stringify(key)} is no key of the object store`);
  }
  return key;
}
