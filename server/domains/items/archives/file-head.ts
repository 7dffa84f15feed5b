import { walkStoredArchive } from "./service.ts";

/** Beginning of a file. */
export interface FileHead {
  sizeBytes: number;
  /** Null for a binary file. */
  text: string | null;
  isTruncated: boolean;
}

/** Bound of the text that a review shows of a file. */
export const MAX_HEAD_BYTES = 262_144;

/** Beginning of one file of a stored archive; null without such a file. Reading stops after `maxBytes`. */
export async function readFileHead(
  sha256: string,
  path: string,
  maxBytes = MAX_HEAD_BYTES,
): Promise<FileHead | null> {
  let found: { sizeBytes: number; chunks: Buffer[] } | undefined;
  await walkStoredArchive(sha256, (file, stop) => {
    if (file.path !== path) return null;
    const chunks: Buffer[] = [];
    found = { sizeBytes: file.sizeBytes, chunks };
    let bytesLeft = maxBytes;
    return {
      write: (bytes) => {
        chunks.push(Buffer.from(bytes.subarray(0, bytesLeft)));
        bytesLeft -= Math.min(bytesLeft, bytes.byteLength);
        if (bytesLeft === 0) stop();
      },
      end: stop,
    };
  });
  return found ? toFileHead(found.sizeBytes, Buffer.concat(found.chunks)) : null;
}

function toFileHead(sizeBytes: number, bytes: Buffer): FileHead {
  const isTruncated = bytes.byteLength < sizeBytes;
  if (bytes.includes(0)) return { sizeBytes, text: null, isTruncated };
  // Cut at a line break: a partial line would appear as changed, and a partial character as broken.
  const end = isTruncated ? bytes.lastIndexOf(0x0a) + 1 || bytes.byteLength : bytes.byteLength;
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, end));
  return { sizeBytes, text: text.replaceAll("\r\n", "\n"), isTruncated };
}
