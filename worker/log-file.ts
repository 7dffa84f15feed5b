import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** As much as the platform keeps. */
const MAX_LOG_BYTES = 32 * 1_048_576;

/** The log of a build on the disk, as it is sent: whole characters of UTF-8, whatever the command prints. */
export interface LogFile {
  write: (text: string) => void;
  /** Whole characters from byte `start` on, about `limit` bytes at the most; empty at the end. */
  read: (start: number, limit: number) => string;
  sizeBytes: () => number;
  close: () => void;
}

export function openLogFile(path: string): LogFile {
  const handle = openSync(path, "a+", 0o600);
  let sizeBytes = sizeOf(handle);
  const read = (start: number, limit: number): string => {
    const buffer = Buffer.alloc(Math.min(limit, Math.max(0, sizeBytes - start)));
    const length = readSync(handle, buffer, 0, buffer.byteLength, start);
    return buffer.subarray(0, length === limit ? wholeLength(buffer.subarray(0, length)) : length).toString();
  };
  return {
    write: (text) => {
      if (sizeBytes >= MAX_LOG_BYTES) return;
      // One byte more than is kept: the platform then knows that something is missing.
      const bytes = Buffer.from(text);
      const kept = bytes.subarray(0, MAX_LOG_BYTES + 4 - sizeBytes);
      const whole = kept.byteLength < bytes.byteLength ? kept.subarray(0, wholeLength(kept)) : kept;
      writeSync(handle, whole);
      sizeBytes += whole.byteLength;
    },
    read,
    sizeBytes: () => sizeBytes,
    close: () => closeSync(handle),
  };
}

/** How many bytes hold whole characters. */
function wholeLength(bytes: Uint8Array): number {
  let end = bytes.byteLength;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  const lead = bytes[end - 1] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return end - 1 + length <= bytes.byteLength ? end - 1 + length : Math.max(0, end - 1);
}

function sizeOf(handle: number): number {
  const piece = Buffer.alloc(1_048_576);
  let sizeBytes = 0;
  for (let read = 1; read > 0; sizeBytes += read)
    read = readSync(handle, piece, 0, piece.byteLength, sizeBytes);
  return sizeBytes;
}
