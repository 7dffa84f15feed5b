/** How much of a log is kept. */
export const MAX_LOG_BYTES = 32 * 1_048_576;

/** How long after a build's end its worker may send the rest of the log. */
export const LATE_OUTPUT_WINDOW_MS = 30_000;

/** Where a piece belongs in a log. */
export type ChunkPlacement =
  | { kind: "gap" }
  | { kind: "known" }
  | { kind: "new"; bytes: Uint8Array; isTruncated: boolean };

/**
 * What of a piece that begins at byte `offset` is new to a log of `sizeBytes`: a worker that never got the answer sends a
 * piece again, perhaps with more behind it, and nothing of it shall stand there twice.
 */
export function placeChunk(sizeBytes: number, offset: number, piece: Uint8Array): ChunkPlacement {
  if (offset > sizeBytes) return { kind: "gap" };
  const fresh = piece.subarray(Math.min(sizeBytes - offset, piece.byteLength));
  if (fresh.byteLength === 0) return { kind: "known" };
  const kept = cutAtCharacter(fresh, MAX_LOG_BYTES - sizeBytes);
  return { kind: "new", bytes: kept, isTruncated: kept.byteLength < fresh.byteLength };
}

/** The first bytes, `limit` at the most, without a character that is cut in two at the end. */
export function cutAtCharacter(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.byteLength <= limit) return bytes;
  let end = Math.max(0, limit);
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

/** Whether a byte of UTF-8 goes on with a character that began before. */
export const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
