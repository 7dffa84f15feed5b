import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";
import { AppError, type FieldProblem } from "@/shared/errors.ts";
import { formatSizeLimit } from "@/shared/text/format.ts";
import { createFindings, type Findings, WHOLE_ARCHIVE } from "./findings.ts";
import { createStrictGunzip } from "./gunzip.ts";
import { ARCHIVE_LIMITS } from "./limits.ts";
import { PluginManifest, readManifestJson } from "./manifest.ts";
import { type ArchiveMedia, createMediaCollector } from "./media.ts";
import { collisionKey, normalizeEntryPath, pathProblems } from "./paths.ts";
import { createTarReader, type TarEntry } from "./tar-reader.ts";

export interface ArchiveMetadata {
  sizeBytes: number;
  unpackedBytes: number;
  fileCount: number;
  manifest: PluginManifest;
  media: ArchiveMedia;
}

export interface ArchiveValidation {
  /** Passed-through bytes. They end only if the archive is valid. */
  bytes: AsyncIterable<Uint8Array>;
  /** Available after `bytes` ended. */
  metadata: () => ArchiveMetadata;
}

const MANIFEST = "plugin.json";
/** Headers, extended headers and padding beside the files. */
const MAX_OVERHEAD_BYTES = 32 * 1_048_576;

/**
 * Streaming validation of an archive: its bytes pass through, and end with an error that lists every finding, so that an
 * invalid archive is never stored. After an abort the rest is read and dropped, so that the client gets the response.
 * @param inspect Further validation of what passed, before `bytes` end
 * @throws AppError `ARCHIVE_REJECTED` from `bytes`
 */
export function validateArchive(
  packed: AsyncIterable<Uint8Array>,
  sha256: string,
  inspect?: (metadata: ArchiveMetadata) => Promise<void>,
): ArchiveValidation {
  const findings = createFindings();
  const contents = createContentValidator(findings);
  let sizeBytes = 0;
  const passThrough = async function* () {
    const hash = createHash("sha256");
    const gunzip = createStrictGunzip(findings, contents.write);
    for await (const chunk of packed) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      if (findings.isAborted()) continue;
      await gunzip.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      if (!findings.isAborted()) yield chunk;
    }
    await gunzip.end();
    if (!findings.isAborted()) contents.end();
    const actual = hash.digest("hex");
    if (actual !== sha256) findings.add("sha256", `the received bytes have the SHA-256 ${actual}`);
    findings.throwIfAny();
    await inspect?.(metadata());
  };
  const metadata = () => ({ sizeBytes, ...contents.metadata() });
  return { bytes: passThrough(), metadata };
}

/** Every finding for which an archive would be rejected. The CLI judges by it what it has packed. */
export async function listArchiveProblems(packed: Buffer, sha256: string): Promise<FieldProblem[]> {
  const { bytes } = validateArchive(Readable.from([packed]), sha256);
  try {
    for await (const _ of bytes);
    return [];
  } catch (error) {
    if (error instanceof AppError && error.problems) return error.problems;
    throw error;
  }
}

/** Validator of the entries. */
function createContentValidator(findings: Findings) {
  let entries = 0;
  let fileCount = 0;
  let unpackedBytes = 0;
  let streamBytes = 0;
  let manifestBytes: Buffer[] | null = null;
  let manifest: PluginManifest | null = null;
  let media: ArchiveMedia = { readme: null, pictures: [] };
  const collector = createMediaCollector(findings);
  const files = new Set<string>();
  const entriesByKey = new Map<string, { path: string; isFile: boolean }>();

  const readEntry = (entry: TarEntry) => {
    entries += 1;
    if (entries > ARCHIVE_LIMITS.entries) {
      findings.abort(WHOLE_ARCHIVE, `has more than ${ARCHIVE_LIMITS.entries} entries`);
      return null;
    }
    const kind = KINDS[entry.type] ?? `an entry of unknown type ${JSON.stringify(entry.type)}`;
    const path = normalizeEntryPath(entry.path, kind === DIRECTORY);
    const shown = path || entry.path || `entry ${entries}`;
    if (kind !== FILE && kind !== DIRECTORY)
      findings.add(shown, `is ${kind}; only files and directories are allowed`);
    if (path === "" && kind === DIRECTORY) return null;
    for (const message of pathProblems(path)) findings.add(shown, message);
    checkCollision(shown, kind === FILE);
    if (kind !== FILE) return null;
    files.add(path);
    fileCount += 1;
    unpackedBytes += entry.sizeBytes;
    if (unpackedBytes > ARCHIVE_LIMITS.unpackedBytes) tooLarge();
    return path === MANIFEST ? readManifest(entry.sizeBytes) : collector.keep(path, entry.sizeBytes);
  };
  const checkCollision = (path: string, isFile: boolean) => {
    const key = collisionKey(path);
    const other = entriesByKey.get(key);
    if (other) {
      const how =
        other.path === path
          ? "appears twice"
          : `conflicts with ${JSON.stringify(other.path)} on file systems that ignore case or Unicode normalization`;
      findings.add(path, how);
    } else entriesByKey.set(key, { path, isFile });
  };
  const readManifest = (sizeBytes: number) => {
    if (sizeBytes > ARCHIVE_LIMITS.manifestBytes) {
      manifestBytes = null;
      findings.add(MANIFEST, `is larger than ${formatSizeLimit(ARCHIVE_LIMITS.manifestBytes)}`);
      return null;
    }
    const chunks: Buffer[] = [];
    manifestBytes = chunks;
    return (bytes: Buffer) => chunks.push(Buffer.from(bytes));
  };
  const tooLarge = () =>
    findings.abort(WHOLE_ARCHIVE, `unpacks to more than ${formatSizeLimit(ARCHIVE_LIMITS.unpackedBytes)}`);

  const reader = createTarReader(findings, readEntry);
  return {
    write: (bytes: Buffer) => {
      streamBytes += bytes.byteLength;
      if (streamBytes > ARCHIVE_LIMITS.unpackedBytes + MAX_OVERHEAD_BYTES) tooLarge();
      else reader.write(bytes);
    },
    end: () => {
      reader.end();
      checkNesting(entriesByKey, findings);
      const json = manifestBytes ? readManifestJson(Buffer.concat(manifestBytes)) : null;
      if (json) manifest = validateManifest(json, files, findings);
      else if (!files.has(MANIFEST)) findings.add(MANIFEST, "is missing at the root of the archive");
      // Those of a manifest with other errors too: all findings are named at once.
      media = collector.read(json && typeof json === "object" ? NamedPictures.parse(json.value) : {});
    },
    metadata: () => {
      if (!manifest) throw new Error("the archive was not validated to its end");
      return { unpackedBytes, fileCount, manifest, media };
    },
  };
}

/** Finds entries below a path that is a file. */
function checkNesting(
  entriesByKey: Map<string, { path: string; isFile: boolean }>,
  findings: Findings,
): void {
  for (const [key, { path }] of entriesByKey) {
    for (let slash = key.indexOf("/"); slash > 0; slash = key.indexOf("/", slash + 1)) {
      const above = entriesByKey.get(key.slice(0, slash));
      if (above?.isFile) findings.add(path, `is below ${JSON.stringify(above.path)}, which is a file`);
    }
  }
}

const FILE = "a file";
const DIRECTORY = "a directory";
const KINDS: Record<string, string> = {
  "0": FILE,
  "\0": FILE,
  "1": "a hard link",
  "2": "a symbolic link",
  "3": "a character device",
  "4": "a block device",
  "5": DIRECTORY,
  "6": "a named pipe",
  "7": "a contiguous file",
  K: "a link with a long target",
  S: "a sparse file",
};

const { icon, screenshots } = PluginManifest.shape;
const NamedPictures = z.object({ icon: icon.catch(undefined), screenshots: screenshots.catch(undefined) });

/** Manifest in `plugin.json`; null, with findings, if it is invalid. */
function validateManifest(
  json: ReturnType<typeof readManifestJson>,
  files: ReadonlySet<string>,
  findings: Findings,
): PluginManifest | null {
  if (typeof json === "string") {
    findings.add(MANIFEST, json);
    return null;
  }
  const { data, error } = PluginManifest.safeParse(json.value);
  for (const { path, message } of error?.issues ?? []) {
    findings.add(MANIFEST, path.length > 0 ? `${path.join(".")}: ${message}` : message);
  }
  if (!data) return null;
  const entry = data.entry.normalize();
  if (![...files].some((path) => path.normalize() === entry))
    findings.add(MANIFEST, `entry: ${JSON.stringify(data.entry)} is not in the archive`);
  return data;
}
