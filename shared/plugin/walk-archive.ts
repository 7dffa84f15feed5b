import { createFindings, WHOLE_ARCHIVE } from "./findings.ts";
import { createStrictGunzip } from "./gunzip.ts";
import { ARCHIVE_LIMITS } from "./limits.ts";
import { normalizePath } from "./paths.ts";
import { isFileType } from "./tar-header.ts";
import { createTarReader } from "./tar-reader.ts";

export interface ArchivedFile {
  path: string;
  sizeBytes: number;
}

/** Receiver of one file's content. The bytes are valid only until `write` returns. */
export interface FileSink {
  write: (bytes: Uint8Array) => void;
  end: () => void;
}

/** Visitor of each file in archive order. Returns a sink for the content, or null to skip it. `stop` ends the walk. */
export type FileVisitor = (file: ArchivedFile, stop: () => void) => FileSink | null;

const MAX_STREAM_BYTES = 2 * ARCHIVE_LIMITS.unpackedBytes;

/**
 * Walks the files of a validated archive as a stream: nothing is unpacked to disk or buffered.
 * @throws AppError `ARCHIVE_REJECTED` for an invalid archive
 */
export async function walkArchive(packed: AsyncIterable<Uint8Array>, visit: FileVisitor): Promise<void> {
  const findings = createFindings();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    findings.abort(WHOLE_ARCHIVE, "was not read to its end");
  };
  const reader = createTarReader(findings, ({ path, type, sizeBytes }) => {
    const sink = isFileType(type) ? visit({ path: normalizePath(path), sizeBytes }, stop) : null;
    if (!sink) return null;
    let bytesLeft = sizeBytes;
    if (bytesLeft === 0) sink.end();
    return (bytes) => {
      sink.write(bytes);
      bytesLeft -= bytes.byteLength;
      if (bytesLeft === 0) sink.end();
    };
  });
  let streamBytes = 0;
  const gunzip = createStrictGunzip(findings, (bytes) => {
    streamBytes += bytes.byteLength;
    if (streamBytes > MAX_STREAM_BYTES) findings.abort(WHOLE_ARCHIVE, "unpacks to more than the limit");
    else reader.write(bytes);
  });
  for await (const chunk of packed) {
    await gunzip.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (findings.isAborted()) break;
  }
  await gunzip.end();
  if (isStopped) return;
  if (!findings.isAborted()) reader.end();
  findings.throwIfAny();
}
