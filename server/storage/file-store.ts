import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ByteRange, ObjectStore } from "./object-store.ts";

/** Directory of incomplete files. Keys never start with a dot, so it holds no object. */
const TEMPORARY_DIRECTORY = ".incoming";
const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * File store: objects as files below a directory. `put` writes a temporary file, syncs it to disk and renames it.
 * Temporary files left by a crash are removed an hour after their last write.
 */
export function createFileStore(directory: string): ObjectStore {
  let sweptAt = 0;
  const pathOf = (key: string) => join(directory, ...key.split("/"));
  return {
    put: async (key, body) => {
      if (Date.now() - sweptAt > SWEEP_INTERVAL_MS) {
        sweptAt = Date.now();
        await sweep(join(directory, TEMPORARY_DIRECTORY), sweptAt - SWEEP_INTERVAL_MS);
      }
      await createDirectory(join(directory, TEMPORARY_DIRECTORY));
      const temporary = join(directory, TEMPORARY_DIRECTORY, randomUUID());
      try {
        const stored = await writeAll(temporary, body);
        const path = pathOf(key);
        await createDirectory(dirname(path));
        await rename(temporary, path);
        await syncDirectory(dirname(path));
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get: async (key, range) => {
      const sizeBytes = await findSize(pathOf(key));
      return sizeBytes === null ? null : { body: readBytes(pathOf(key), range), sizeBytes };
    },
    head: async (key) => {
      const sizeBytes = await findSize(pathOf(key));
      return sizeBytes === null ? null : { sizeBytes };
    },
    delete: async (key) => {
      const path = pathOf(key);
      if ((await findSize(path)) === null) return;
      await rm(path, { force: true });
      await syncDirectory(dirname(path));
    },
  };
}

async function writeAll(path: string, body: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      await writeChunk(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function writeChunk(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}

async function* readBytes(path: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await open(path, "r");
  try {
    yield* file.createReadStream({ ...range, autoClose: false, highWaterMark: 65_536 });
  } finally {
    await file.close();
  }
}

async function findSize(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

const isNotFound = (error: unknown) =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Creates a directory and its parents durably: syncs each parent that got a new entry. */
async function createDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (!first) return;
  const topmost = dirname(first);
  for (let above = dirname(path); above.length >= topmost.length; above = dirname(above)) {
    await syncDirectory(above);
    if (above === topmost) break;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Removes temporary files last written before `before`; running uploads time out much earlier. */
async function sweep(directory: string, before: number): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const path = join(directory, name);
    const leftover = await stat(path).catch(() => null);
    if (leftover && leftover.mtimeMs < before) await rm(path, { force: true });
  }
}
