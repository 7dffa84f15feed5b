import type { LogArrival } from "@/db/schema/build-logs.ts";
import type { TextArrival } from "./view.ts";

export const MAX_LOG_BYTES = 32 * 1_048_576;

/** Time after the end of a build in which its worker may append to the log. */
export const LATE_OUTPUT_WINDOW_MS = 30_000;

/** End of a log: its build ended at least `LATE_OUTPUT_WINDOW_MS` ago, so that no more output is accepted. */
export const isOutputLate = (finishedAt: Date | null, now: Date): boolean =>
  finishedAt !== null && finishedAt.getTime() + LATE_OUTPUT_WINDOW_MS < now.getTime();

export type ChunkPlacement =
  | { kind: "gap" }
  | { kind: "duplicate" }
  | { kind: "new"; bytes: Uint8Array; isTruncated: boolean };

/**
 * ChunkPlacement of a chunk at byte `offset` behind `receivedBytes`. A worker that lost the response repeats a chunk,
 * perhaps with more output: only the bytes beyond those received are new.
 */
export function placeChunk(receivedBytes: number, offset: number, chunk: Uint8Array): ChunkPlacement {
  if (offset > receivedBytes) return { kind: "gap" };
  const fresh = chunk.subarray(Math.min(receivedBytes - offset, chunk.byteLength));
  if (fresh.byteLength === 0) return { kind: "duplicate" };
  const kept = cutAtCharacter(fresh, MAX_LOG_BYTES - receivedBytes);
  return { kind: "new", bytes: kept, isTruncated: kept.byteLength < fresh.byteLength };
}

/** Limit of the arrivals of a log: half a day of output in every second. */
const MAX_ARRIVALS = 43_200;

/** Arrivals within the limit: more are thinned, so that their times become less exact. */
export function limitArrivals(arrivals: LogArrival[]): LogArrival[] {
  let kept = arrivals;
  while (kept.length > MAX_ARRIVALS) kept = kept.filter((_, index) => index % 2 === 0);
  return kept;
}

/**
 * Arrivals in a slice of a log that begins at byte `start`, by the position in its text. The first is that of the output
 * in which the slice begins.
 */
export function placeArrivals(arrivals: LogArrival[], start: number, bytes: Uint8Array): TextArrival[] {
  const placed: TextArrival[] = [];
  let at = 0;
  let position = 0;
  for (const [startByte, seconds] of arrivals) {
    const target = startByte - start;
    if (target >= bytes.byteLength) break;
    for (; at < target; at += 1) position += countUnits(bytes[at]);
    if (placed.at(-1)?.[0] === position) placed.pop();
    if (placed.at(-1)?.[1] !== seconds) placed.push([position, seconds]);
  }
  return placed;
}

/** UTF-16 units of a character by its first byte in UTF-8; 0 for the other bytes. */
const countUnits = (byte: number | undefined): number =>
  isContinuation(byte) ? 0 : (byte ?? 0) >= 0xf0 ? 2 : 1;

/** The first `limit` bytes at most, cut at a character boundary. */
export function cutAtCharacter(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.byteLength <= limit) return bytes;
  let end = Math.max(0, limit);
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

/** Continuation byte of UTF-8. */
export const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
