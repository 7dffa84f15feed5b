import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { MAX_LOG_BYTES } from "@/shared/bounds.ts";
import { truncateUtf8 } from "@/shared/text/truncate.ts";
import type { ApiClient } from "./api.ts";

/** Limit of the error log of a failed build, the end of its log. */
const MAX_END_BYTES = 98_304;
/** A longer part of a line is kept at the start of the error log. */
const MAX_PARTIAL_LINE_LENGTH = 4_096;
const UPLOAD_CHUNK_BYTES = 196_608;
const UPLOAD_INTERVAL_MS = 200;

export type BuildLog = ReturnType<typeof openBuildLog>;

/**
 * Log of a build on disk, in whole UTF-8 characters. Its last lines are also in memory, in case the disk or the limit
 * is full.
 */
export function openBuildLog(path: string) {
  const file = openSync(path, "a+", 0o600);
  let sizeBytes = fstatSync(file).size;
  const readBytes = (start: number, limit: number): Buffer => {
    const buffer = Buffer.alloc(Math.min(limit, Math.max(0, sizeBytes - start)));
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.byteLength, start));
  };
  const end = createEnd(readBytes(Math.max(0, sizeBytes - MAX_END_BYTES - 1), MAX_END_BYTES + 1));
  return {
    write: (text: string): void => {
      const bytes = Buffer.from(text);
      end.write(bytes);
      if (sizeBytes >= MAX_LOG_BYTES) return;
      try {
        // A little more than the limit, which tells the platform that the log is truncated.
        sizeBytes += writeSync(file, truncateUtf8(bytes, MAX_LOG_BYTES + 4 - sizeBytes));
      } catch {
        // A full disk ends the log, not the build.
      }
    },
    /** Text from byte `start`, at most `limit` bytes; empty at the end. */
    read: (start: number, limit: number): string =>
      Buffer.from(truncateUtf8(readBytes(start, limit + 1), limit)).toString(),
    /** End of the output. It begins at the start of a line if one is near. */
    readEnd: end.read,
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

/** Last bytes of a growing text. */
function createEnd(initial: Buffer) {
  const chunks = [initial];
  let sizeBytes = initial.byteLength;
  return {
    write: (bytes: Buffer): void => {
      chunks.push(bytes);
      sizeBytes += bytes.byteLength;
      for (let [first] = chunks; first && sizeBytes - first.byteLength > MAX_END_BYTES; [first] = chunks) {
        sizeBytes -= first.byteLength;
        chunks.shift();
      }
    },
    read: (): string => {
      const bytes = Buffer.concat(chunks);
      if (bytes.byteLength <= MAX_END_BYTES) return bytes.toString().trimEnd();
      let start = bytes.byteLength - MAX_END_BYTES;
      while (isContinuationByte(bytes[start])) start += 1;
      const text = bytes.subarray(start).toString();
      const lineEnd = text.slice(0, MAX_PARTIAL_LINE_LENGTH).search(/[\r\n]/);
      return text.slice(lineEnd + 1).trimEnd();
    },
  };
}

const isContinuationByte = (byte = 0): boolean => (byte & 0b1100_0000) === 0b1000_0000;
