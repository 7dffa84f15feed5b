import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { ApiClient } from "./api.ts";

/** Limit of the platform. */
const MAX_LOG_BYTES = 32 * 1_048_576;
const UPLOAD_CHUNK_BYTES = 196_608;
const UPLOAD_INTERVAL_MS = 200;

export type BuildLog = ReturnType<typeof openBuildLog>;

/** Log of a build on disk, in whole UTF-8 characters. */
export function openBuildLog(path: string) {
  const file = openSync(path, "a+", 0o600);
  let sizeBytes = fstatSync(file).size;
  return {
    write: (text: string): void => {
      if (sizeBytes >= MAX_LOG_BYTES) return;
      // A little more than the limit, from which the platform sees that the log is truncated.
      const bytes = truncateUtf8(Buffer.from(text), MAX_LOG_BYTES + 4 - sizeBytes);
      writeSync(file, bytes);
      sizeBytes += bytes.byteLength;
    },
    /** Text from byte `start`, at most `limit` bytes; empty at the end. */
    read: (start: number, limit: number): string => {
      const buffer = Buffer.alloc(Math.min(limit + 1, Math.max(0, sizeBytes - start)));
      const length = readSync(file, buffer, 0, buffer.byteLength, start);
      return truncateUtf8(buffer.subarray(0, length), limit).toString();
    },
    getSize: () => sizeBytes,
    close: () => closeSync(file),
  };
}

/**
 * Upload of a growing log. Chunks are addressed by offset, so the platform ignores repeated ones.
 * @returns a function that finishes it; it resolves when the whole log is uploaded or the platform accepts no more
 */
export function startLogUpload(
  api: ApiClient,
  log: BuildLog,
  { buildId, workerId }: { buildId: string; workerId: string },
  signal: AbortSignal,
) {
  let isFinishing = false;
  const upload = (offset: number, text: string) =>
    api.postWithRetry(`/api/builds/${buildId}/log`, { workerId, offset: String(offset), text }, signal);
  const run = async (): Promise<void> => {
    // The response to an empty chunk has the offset that an earlier upload reached.
    let response = await upload(0, "");
    while (response.ok && response.body["truncated"] !== true) {
      const offset = Number(response.body["sizeBytes"]);
      const text = log.read(offset, UPLOAD_CHUNK_BYTES);
      if (text !== "") response = await upload(offset, text);
      else if (isFinishing) return;
      else await delay(UPLOAD_INTERVAL_MS, undefined, { signal });
    }
  };
  // A build does not fail because its log cannot be uploaded.
  const running = run().catch(() => undefined);
  return (): Promise<void> => {
    isFinishing = true;
    return running;
  };
}

/** At most `limit` bytes, without a part of a character at the end. */
function truncateUtf8(bytes: Buffer, limit: number): Buffer {
  if (bytes.byteLength <= limit) return bytes;
  let end = limit;
  const isContinuationByte = () => ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000;
  while (end > 0 && isContinuationByte()) end -= 1;
  return bytes.subarray(0, end);
}
