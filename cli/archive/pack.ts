import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Problem } from "../failure.ts";
import { watchPacking } from "../project/checks.ts";
import type { PackedFile } from "../project/files.ts";
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

/** Compressed at once; between such pieces the program can do other things. */
const PIECE_BYTES = 262_144;

/** The archive of these files: the same bytes for the same paths and contents, on any machine and day. */
export async function pack(selected: PackedFile[], options: PackOptions = {}): Promise<Archive> {
  const chunks: Uint8Array[] = [];
  const gzip = createGzip((chunk) => chunks.push(chunk));
  const files: PackedFile[] = [];
  const watch = watchPacking();
  const withToken: Problem[] = [];
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
    watch.take(file.path, content);
    if (options.token && content.includes(options.token)) {
      withToken.push({ path: file.path, message: "holds your API token" });
    }
  }
  gzip.write(archiveEnd());
  gzip.end();
  const bytes = Buffer.concat(chunks);
  return {
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    files,
    unpackedBytes: files.reduce((total, { sizeBytes }) => total + sizeBytes, 0),
    warnings: [...withToken, ...watch.warnings()],
  };
}
