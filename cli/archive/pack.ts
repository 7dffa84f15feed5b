import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Problem } from "../failure.ts";
import type { PackedFile } from "../project/files.ts";
import { findSecret } from "../project/secrets.ts";
import { formatBytes } from "../terminal/format.ts";
import { createGzip } from "./gzip.ts";
import { archiveEnd, fileHeader, filePadding } from "./tar.ts";

export interface Archive {
  bytes: Buffer;
  sha256: string;
  files: PackedFile[];
  unpackedBytes: number;
  /** What the developer may not have wanted to pack. */
  warnings: Problem[];
}

export interface PackOptions {
  /** What must not be packed by mistake. */
  token?: string | undefined;
  /** Told how much of the files' content is packed. */
  onProgress?: (packedBytes: number) => void;
  signal?: AbortSignal;
}

const VERY_LARGE_BYTES = 5_000_000;
/** Compressed at once; between such pieces the program can do other things. */
const PIECE_BYTES = 262_144;

/** The archive of these files: the same bytes for the same paths and contents, on any machine and day. */
export async function pack(selected: PackedFile[], options: PackOptions = {}): Promise<Archive> {
  const chunks: Uint8Array[] = [];
  const gzip = createGzip((chunk) => chunks.push(chunk));
  const files: PackedFile[] = [];
  const warnings: Problem[] = [];
  let packedBytes = 0;
  for (const file of selected) {
    const content = readFileSync(file.source);
    gzip.write(fileHeader(file.path, content.length));
    for (let start = 0; start < content.length; start += PIECE_BYTES) {
      gzip.write(content.subarray(start, start + PIECE_BYTES));
      await nextTurn();
      options.signal?.throwIfAborted();
      packedBytes += Math.min(PIECE_BYTES, content.length - start);
      options.onProgress?.(packedBytes);
    }
    gzip.write(filePadding(content.length));
    files.push({ ...file, sizeBytes: content.length });
    warnings.push(...warningsOf(file.path, content, options.token));
  }
  gzip.write(archiveEnd());
  gzip.end();
  const bytes = Buffer.concat(chunks);
  return {
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    files,
    unpackedBytes: files.reduce((total, { sizeBytes }) => total + sizeBytes, 0),
    warnings,
  };
}

function warningsOf(path: string, content: Buffer, token: string | undefined): Problem[] {
  const secret = token && content.includes(token) ? "holds your API token" : findSecret(path, content);
  const warnings = secret ? [{ path, message: secret }] : [];
  if (content.length > VERY_LARGE_BYTES) {
    warnings.push({ path, message: `is very large (${formatBytes(content.length)})` });
  }
  return warnings;
}
