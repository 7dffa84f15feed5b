import { createFindings } from "./findings.ts";
import { openGunzip } from "./gunzip.ts";
import { plainPath } from "./judge.ts";
import { ARCHIVE_LIMITS } from "./limits.ts";
import { openTarReader } from "./tar-reader.ts";

/** Takes one file of an archive as it streams by. The bytes are its own only until `write` returns. */
export interface FileTaker {
  write: (bytes: Uint8Array) => void;
  end: () => void;
}

const MAX_STREAM_BYTES = 2 * ARCHIVE_LIMITS.unpackedBytes;

/**
 * Goes through the files of an archive that was found to be in order, in its own order, without keeping any of it.
 * @throws AppError `ARCHIVE_REJECTED` when it is not in order after all
 */
export async function walkArchive(
  packed: AsyncIterable<Uint8Array>,
  openFile: (path: string, sizeBytes: number) => FileTaker,
): Promise<void> {
  const findings = createFindings();
  let streamBytes = 0;
  const reader = openTarReader(findings, ({ path, type, sizeBytes }) => {
    if (type !== "0" && type !== "\0") return null;
    const file = openFile(plainPath(path, false), sizeBytes);
    let left = sizeBytes;
    if (left === 0) file.end();
    return (bytes) => {
      file.write(bytes);
      left -= bytes.byteLength;
      if (left === 0) file.end();
    };
  });
  const gunzip = openGunzip(findings, (bytes) => {
    streamBytes += bytes.byteLength;
    if (streamBytes > MAX_STREAM_BYTES) findings.giveUp("archive", "unpacks to more than it may");
    else reader.write(bytes);
  });
  for await (const chunk of packed) {
    await gunzip.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (findings.hasGivenUp()) break;
  }
  await gunzip.end();
  if (!findings.hasGivenUp()) reader.end();
  findings.refuse();
}
