import { createHash } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { validateArchive } from "@/shared/plugin/validate-archive.ts";
import { walkArchive } from "@/shared/plugin/walk-archive.ts";
import type { ApiClient } from "./api.ts";

/** Plugin or theme that a build carries; without `url` and `sha256` it has no files. */
export interface JobInput {
  type: string;
  slug: string;
  version: string;
  sha256: string | null;
  url: string | null;
}

export interface InputDirectories {
  /** Directory of the build, `$INPUTS`. */
  inputs: string;
  /** Verified files by their SHA-256, shared by the builds of this worker. */
  cache: string;
}

const MAX_CACHE_BYTES = 1_024 ** 3;
const SHA256 = /^[0-9a-f]{64}$/;
const SEGMENT = /^[a-z][a-z0-9-]{0,63}$/;

/**
 * Downloads the inputs of a build, verifies them by their SHA-256 and unpacks plugins to `<type>/<slug>/` of the
 * build's directory. `inputs.json` lists all inputs, `theme.json` is the look of the theme.
 * @returns the reason why the build cannot run, such as a full disk; null if it can
 */
export async function prepareInputs(
  api: ApiClient,
  inputs: readonly JobInput[],
  directories: InputDirectories,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    writeList(inputs, directories.inputs);
    for (const input of inputs) {
      const problem = await prepareInput(api, input, directories, signal);
      if (problem) return `The input ${input.slug} ${input.version} ${problem}`;
    }
    return null;
  } catch (error) {
    if (signal.aborted) throw error;
    return `The inputs could not be stored: ${(error as Error).message}`;
  } finally {
    pruneCache(directories.cache);
  }
}

function writeList(inputs: readonly JobInput[], directory: string): void {
  const listed = inputs.map(({ type, slug, version, sha256 }) => ({ type, slug, version, sha256 }));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, "inputs.json"), `${JSON.stringify(listed, null, 2)}\n`);
}

async function prepareInput(
  api: ApiClient,
  { type, slug, sha256, url }: JobInput,
  { inputs, cache }: InputDirectories,
  signal: AbortSignal,
): Promise<string | null> {
  if (!SEGMENT.test(type) || !SEGMENT.test(slug)) return "has an invalid name.";
  const directory = join(inputs, type, slug);
  if (!sha256 || !url) return null;
  if (!SHA256.test(sha256)) return "has an invalid SHA-256.";
  const cached = readCached(cache, sha256);
  const bytes = cached ?? (await api.downloadWithRetry(url, signal));
  if (typeof bytes === "string") return `could not be downloaded: ${bytes}`;
  if (sha256Of(bytes) !== sha256) return `does not have the SHA-256 ${sha256}.`;
  if (!cached) writeCached(cache, sha256, bytes);
  try {
    if (type === "theme") writeFileSync(join(inputs, "theme.json"), bytes);
    else await unpack(bytes, sha256, directory);
    return null;
  } catch (error) {
    return `could not be unpacked: ${(error as Error).message}`;
  }
}

/** Unpacks an archive with validated paths. Files are not executable, and existing ones are not replaced. */
async function unpack(packed: Buffer, sha256: string, directory: string): Promise<void> {
  for await (const _ of validateArchive(Readable.from([packed]), sha256).bytes);
  mkdirSync(directory, { recursive: true });
  let open: number | null = null;
  const close = () => {
    if (open !== null) closeSync(open);
    open = null;
  };
  try {
    await walkArchive(Readable.from([packed]), ({ path }) => {
      const target = join(directory, path);
      mkdirSync(dirname(target), { recursive: true });
      const file = openSync(target, "wx", 0o644);
      open = file;
      // All bytes or an error: a single write may store a part of them when the disk is nearly full.
      return { write: (bytes) => writeFileSync(file, bytes), end: close };
    });
  } finally {
    close();
  }
}

/** Cached bytes; null if there are none or they no longer match the digest. */
function readCached(cache: string, sha256: string): Buffer | null {
  try {
    const path = join(cache, sha256);
    const bytes = readFileSync(path);
    if (sha256Of(bytes) !== sha256) return null;
    const now = new Date();
    utimesSync(path, now, now);
    return bytes;
  } catch {
    return null;
  }
}

/** Caches bytes, if the disk has room for them. A reader sees the whole file or none. */
function writeCached(cache: string, sha256: string, bytes: Buffer): void {
  const temporary = join(cache, `${sha256}.${process.pid}`);
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, bytes);
    renameSync(temporary, join(cache, sha256));
  } catch {
    // The build does not need the cache.
    removeCached(temporary);
  }
}

/** Removes the least recently used files beyond `maxBytes`. */
export function pruneCache(cache: string, maxBytes = MAX_CACHE_BYTES): void {
  const files = listCached(cache).sort((a, b) => b.usedAt - a.usedAt);
  let kept = 0;
  for (const { path, sizeBytes } of files) {
    kept += sizeBytes;
    if (kept > maxBytes) removeCached(path);
  }
}

function removeCached(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A cache that cannot be written keeps its files.
  }
}

function listCached(cache: string): { path: string; sizeBytes: number; usedAt: number }[] {
  try {
    return readdirSync(cache).map((name) => {
      const path = join(cache, name);
      const { size, mtimeMs } = statSync(path);
      return { path, sizeBytes: size, usedAt: mtimeMs };
    });
  } catch {
    return [];
  }
}

const sha256Of = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
