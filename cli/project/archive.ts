import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { Deflate } from "pako";
import { Header } from "tar/header";
import { Pax } from "tar/pax";
import { type CheckOptions, createFileCheck, type FileCheck } from "./checks.ts";
import { type ProjectFile, sumSizes } from "./files.ts";

export interface Archive {
  bytes: Buffer;
  sha256: string;
  files: ProjectFile[];
  unpackedBytes: number;
  check: FileCheck;
}

export interface ArchiveOptions extends CheckOptions {
  onProgress?: (packedBytes: number) => void;
  signal?: AbortSignal;
}

const TAR_BLOCK_BYTES = 512;
/** 1980-01-01, the earliest date that every archive format and tool supports. */
const MTIME = new Date(Date.UTC(1980, 0, 1));
const GZIP_LEVEL = 6;
/** Bytes compressed per turn of the event loop, so that Ctrl-C and the spinner work. */
const CHUNK_BYTES = 262_144;

/** Reproducible tar.gz archive: the same paths and contents give the same bytes on every machine. */
export async function createArchive(selected: ProjectFile[], options: ArchiveOptions = {}): Promise<Archive> {
  const { onProgress, signal } = options;
  const gzip = createGzip();
  const files: ProjectFile[] = [];
  const check = createFileCheck(options);
  let packedBytes = 0;
  for (const file of selected) {
    const content = file.content ?? readFileSync(file.source);
    gzip.write(createTarHeader(file.path, content.length));
    const checked = check.openFile(file.path, content.length);
    for (let start = 0; start < content.length; start += CHUNK_BYTES) {
      const chunk = content.subarray(start, start + CHUNK_BYTES);
      gzip.write(chunk);
      checked.write(chunk);
      await setImmediate();
      signal?.throwIfAborted();
      packedBytes += chunk.length;
      onProgress?.(packedBytes);
    }
    // Each entry is padded to whole blocks.
    gzip.write(Buffer.alloc((TAR_BLOCK_BYTES - (content.length % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES));
    files.push({ ...file, sizeBytes: content.length });
    checked.end();
  }
  // Two empty blocks end the archive.
  gzip.write(Buffer.alloc(2 * TAR_BLOCK_BYTES));
  const bytes = gzip.end();
  return {
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    files,
    unpackedBytes: sumSizes(files),
    check: check.end(),
  };
}

/** Tar header without owner and with a fixed mode and time; with a PAX header if the path is long. */
function createTarHeader(path: string, sizeBytes: number): Buffer {
  const entry = { path, size: sizeBytes, mode: 0o644, mtime: MTIME, type: "File" as const };
  const header = new Header({ ...entry, uid: 0, gid: 0, uname: "", gname: "" });
  const block = Buffer.alloc(TAR_BLOCK_BYTES);
  const needsPax = header.encode(block);
  return needsPax ? Buffer.concat([new Pax({ path }).encode(), block]) : block;
}

/** Gzip stream without name or time. Output of Node's zlib differs between its versions and between processors. */
function createGzip() {
  const chunks: Uint8Array[] = [];
  const deflate = new Deflate({ gzip: true, level: GZIP_LEVEL });
  deflate.onData = (chunk) => void chunks.push(chunk);
  const push = (data: Uint8Array, isLast: boolean) => {
    if (!deflate.push(data, isLast)) throw new Error(`compressing failed: ${deflate.msg || deflate.err}`);
  };
  return {
    write: (data: Uint8Array) => {
      // pako treats empty input as an error.
      if (data.length > 0) push(data, false);
    },
    end: (): Buffer => {
      push(new Uint8Array(), true);
      return Buffer.concat(chunks);
    },
  };
}
