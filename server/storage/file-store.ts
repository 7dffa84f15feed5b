import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ByteRange, ObjectStore } from "./object-store.ts";

/** No key starts with a dot, so that nothing under way can be mistaken for an object. */
const UNDER_WAY = ".incoming";
const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * Objects as files below a directory. What is put goes to a file of its own name first, is forced to the disk, and then
 * takes its key by a rename; what a crash left under way is removed an hour after its last byte.
 */
export function createFileStore(directory: string): ObjectStore {
  let sweptAt = 0;
  const pathOf = (key: string) => join(directory, ...key.split("/"));
  return {
    put: async (key, body) => {
      if (Date.now() - sweptAt > SWEEP_INTERVAL_MS) {
        sweptAt = Date.now();
        await sweep(join(directory, UNDER_WAY), sweptAt - SWEEP_INTERVAL_MS);
      }
      await createDirectory(join(directory, UNDER_WAY));
      const temporary = join(directory, UNDER_WAY, randomUUID());
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
      const sizeBytes = await sizeOf(pathOf(key));
      return sizeBytes === null ? null : { body: readBytes(pathOf(key), range), sizeBytes };
    },
    head: async (key) => {
      const sizeBytes = await sizeOf(pathOf(key));
      return sizeBytes === null ? null : { sizeBytes };
    },
    delete: async (key) => {
      const path = pathOf(key);
      if ((await sizeOf(path)) === null) return;
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

async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

const isAbsence = (error: unknown) =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Makes a directory that survives a power cut, with every new one above it. */
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

/** Whoever still writes has written since `before`: a sender that stalls is ended long before that. */
async function sweep(directory: string, before: number): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const path = join(directory, name);
    const left = await stat(path).catch(() => null);
    if (left && left.mtimeMs < before) await rm(path, { force: true });
  }
}
