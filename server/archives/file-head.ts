import { visitFiles } from "./read-files.ts";

/** The beginning of a file, as text where it is any. */
export interface FileHead {
  sizeBytes: number;
  /** Null where it is no text. */
  text: string | null;
  isTruncated: boolean;
}

/** How much of a file is shown: more than people read, little enough for any page. */
export const SHOWN_BYTES = 262_144;

/**
 * The beginning of one file of a stored archive; null where it has no such file. Reading ends with the last byte that is
 * shown, and no more than that is ever held.
 */
export async function readFileHead(
  sha256: string,
  path: string,
  shownBytes = SHOWN_BYTES,
): Promise<FileHead | null> {
  let found: { sizeBytes: number; pieces: Buffer[] } | undefined;
  await visitFiles(sha256, (file, stop) => {
    if (found) stop();
    if (found || file.path !== path) return null;
    const reading = { sizeBytes: file.sizeBytes, pieces: [] as Buffer[] };
    found = reading;
    let left = Math.min(file.sizeBytes, shownBytes);
    if (left === 0) stop();
    return (bytes) => {
      const piece = bytes.subarray(0, left);
      left -= piece.byteLength;
      if (piece.byteLength > 0) reading.pieces.push(Buffer.from(piece));
      if (left === 0) stop();
    };
  });
  return found ? headOf(found.sizeBytes, Buffer.concat(found.pieces)) : null;
}

function headOf(sizeBytes: number, bytes: Buffer): FileHead {
  const isTruncated = bytes.byteLength < sizeBytes;
  if (bytes.includes(0)) return { sizeBytes, text: null, isTruncated };
  // Cut at a line: half a line would be shown as changed, and half a character as a broken one.
  const end = isTruncated ? bytes.lastIndexOf(0x0a) + 1 || bytes.byteLength : bytes.byteLength;
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, end));
  return { sizeBytes, text: text.replaceAll("\r\n", "\n"), isTruncated };
}
