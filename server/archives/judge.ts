import { createHash } from "node:crypto";
import { createFindings, type Findings, WHOLE_ARCHIVE } from "./findings.ts";
import { openGunzip } from "./gunzip.ts";
import { ARCHIVE_LIMITS, collisionKey, pathProblems } from "./limits.ts";
import type { PluginManifest } from "./manifest.ts";
import { validateManifest } from "./manifest-file.ts";
import { openTarReader, type TarEntry } from "./tar-reader.ts";

/** What is known of an archive once all of it was judged. */
export interface ArchiveFacts {
  sizeBytes: number;
  unpackedBytes: number;
  fileCount: number;
  manifest: PluginManifest;
}

export interface ArchiveValidation {
  /** The same bytes as they come. They end only after the verdict, and only with a good one. */
  bytes: AsyncIterable<Uint8Array>;
  /** Of an archive whose bytes were all read. */
  facts: () => ArchiveFacts;
}

const MANIFEST = "plugin.json";
/** What tar itself may take beside the files: headers, their extensions, padding. */
const MAX_OVERHEAD_BYTES = 32 * 1_048_576;

/**
 * Judges an archive while its bytes pass through. When something is wrong, the bytes end with an error that names every
 * finding: they are never whole for who stores them. Once judging makes no sense any more, the rest is read and dropped,
 * so that the sender hears why.
 * @throws AppError `ARCHIVE_REJECTED` from `bytes`
 */
export function validateArchive(packed: AsyncIterable<Uint8Array>, sha256: string): ArchiveValidation {
  const findings = createFindings();
  const contents = openContents(findings);
  let sizeBytes = 0;
  const pass = async function* () {
    const hash = createHash("sha256");
    const gunzip = openGunzip(findings, contents.write);
    for await (const chunk of packed) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      if (findings.hasGivenUp()) continue;
      await gunzip.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      if (!findings.hasGivenUp()) yield chunk;
    }
    await gunzip.end();
    if (!findings.hasGivenUp()) contents.end();
    const actual = hash.digest("hex");
    if (actual !== sha256) findings.add("sha256", `the bytes that arrived have the SHA-256 ${actual}`);
    findings.refuse();
  };
  return { bytes: pass(), facts: () => ({ sizeBytes, ...contents.facts() }) };
}

/** Judges what is in the archive, entry by entry. */
function openContents(findings: Findings) {
  let entries = 0;
  let fileCount = 0;
  let unpackedBytes = 0;
  let streamBytes = 0;
  let manifestBytes: Buffer[] | null = null;
  let manifest: PluginManifest | null = null;
  const files = new Set<string>();
  const known = new Map<string, { path: string; isFile: boolean }>();

  const takeEntry = (entry: TarEntry) => {
    entries += 1;
    if (entries > ARCHIVE_LIMITS.entries) {
      findings.giveUp(WHOLE_ARCHIVE, `has more than ${ARCHIVE_LIMITS.entries} entries`);
      return null;
    }
    const kind = KINDS[entry.type] ?? `of an unknown kind (${JSON.stringify(entry.type)})`;
    const path = plainPath(entry.path, kind === DIRECTORY);
    const shown = path || entry.path || `entry ${entries}`;
    if (kind !== FILE && kind !== DIRECTORY)
      findings.add(shown, `is ${kind}; only files and directories are allowed`);
    if (path === "" && kind === DIRECTORY) return null;
    for (const message of pathProblems(path)) findings.add(shown, message);
    takePlace(shown, kind === FILE);
    if (kind !== FILE) return null;
    files.add(path);
    fileCount += 1;
    unpackedBytes += entry.sizeBytes;
    if (unpackedBytes > ARCHIVE_LIMITS.unpackedBytes) tooLarge();
    return path === MANIFEST ? takeManifest(entry.sizeBytes) : null;
  };
  const takePlace = (path: string, isFile: boolean) => {
    const key = collisionKey(path);
    const other = known.get(key);
    if (other) {
      const how =
        other.path === path
          ? "is there twice"
          : `cannot be told from ${JSON.stringify(other.path)} everywhere`;
      findings.add(path, how);
    } else known.set(key, { path, isFile });
  };
  const takeManifest = (sizeBytes: number) => {
    if (sizeBytes > ARCHIVE_LIMITS.manifestBytes) {
      manifestBytes = null;
      findings.add(MANIFEST, `is larger than ${ARCHIVE_LIMITS.manifestBytes} bytes`);
      return null;
    }
    const pieces: Buffer[] = [];
    manifestBytes = pieces;
    return (bytes: Buffer) => pieces.push(Buffer.from(bytes));
  };
  const tooLarge = () =>
    findings.giveUp(WHOLE_ARCHIVE, `unpacks to more than ${ARCHIVE_LIMITS.unpackedBytes} bytes`);

  const reader = openTarReader(findings, takeEntry);
  return {
    write: (bytes: Buffer) => {
      streamBytes += bytes.byteLength;
      if (streamBytes > ARCHIVE_LIMITS.unpackedBytes + MAX_OVERHEAD_BYTES) tooLarge();
      else reader.write(bytes);
    },
    end: () => {
      reader.end();
      checkNesting(known, findings);
      if (manifestBytes) manifest = validateManifest(Buffer.concat(manifestBytes), files, findings);
      else if (!files.has(MANIFEST)) findings.add(MANIFEST, "is missing at the root of the archive");
    },
    facts: () => {
      if (!manifest) throw new Error("the archive was not judged to its end");
      return { unpackedBytes, fileCount, manifest };
    },
  };
}

/** A file is no directory for others to lie in. */
function checkNesting(known: Map<string, { path: string; isFile: boolean }>, findings: Findings): void {
  for (const [key, { path }] of known) {
    for (let slash = key.indexOf("/"); slash > 0; slash = key.indexOf("/", slash + 1)) {
      const above = known.get(key.slice(0, slash));
      if (above?.isFile) findings.add(path, `lies below ${JSON.stringify(above.path)}, which is a file`);
    }
  }
}

/** The path without a leading `./`, and that of a directory without its last slash. */
export function plainPath(path: string, isDirectory: boolean): string {
  const plain = path.replace(/^(\.\/+)+/, "");
  if (!isDirectory) return plain;
  return plain === "." ? "" : plain.replace(/\/$/, "");
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
