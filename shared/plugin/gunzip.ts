import { crc32, createInflateRaw, type InflateRaw } from "node:zlib";
import { type Findings, WHOLE_ARCHIVE } from "./findings.ts";

const MAX_HEADER_LENGTH = 131_072;
const TRAILER_BYTES = 8;
const OUTPUT_BYTES = 65_536;
/** Chunk size per task of the thread pool, so that one archive does not starve others. */
const INPUT_BYTES = 65_536;

export interface Gunzip {
  /** Resolves once the unpacked bytes are passed on, or validation is aborted. */
  write: (bytes: Buffer) => Promise<void>;
  end: () => Promise<void>;
}

/**
 * Strict gunzip of exactly one member (RFC 1952). Node's gunzip silently continues with a second member and ignores trailing
 * data; here both are findings, as are a wrong checksum and a wrong length.
 */
export function createStrictGunzip(findings: Findings, onBytes: (bytes: Buffer) => void): Gunzip {
  let step: "header" | "deflate" | "trailer" | "zeros" = "header";
  let pending: Buffer = Buffer.alloc(0);
  let checksum = 0;
  let length = 0;
  const inflater = createInflater(findings, (bytes) => {
    checksum = crc32(bytes, checksum);
    length += bytes.byteLength;
    onBytes(bytes);
  });
  const abort = (message: string) => findings.abort(WHOLE_ARCHIVE, message);

  const takeHeader = (bytes: Buffer): Buffer | null => {
    pending = Buffer.concat([pending, bytes]);
    const end = headerEnd(pending);
    if (end === null) {
      if (pending.byteLength > MAX_HEADER_LENGTH) abort("has an unterminated gzip header");
      return null;
    }
    if (typeof end === "string") {
      abort(end);
      return null;
    }
    step = "deflate";
    return pending.subarray(end);
  };
  const takeTrailer = (bytes: Buffer): Buffer | null => {
    pending = Buffer.concat([pending, bytes]);
    if (pending.byteLength < TRAILER_BYTES) return null;
    if (pending.readUInt32LE(0) !== checksum >>> 0) abort("is corrupt: its checksum does not match");
    else if (pending.readUInt32LE(4) !== length % 2 ** 32) abort("is corrupt: its length does not match");
    step = "zeros";
    return pending.subarray(TRAILER_BYTES);
  };
  const takeZeros = (bytes: Buffer): null => {
    if (isZero(bytes)) return null;
    abort(isGzip(bytes) ? "has several gzip members; only one is allowed" : "has data after its end");
    return null;
  };

  const write = async (bytes: Buffer): Promise<void> => {
    let rest: Buffer | null = bytes;
    while (rest && rest.byteLength > 0 && !findings.isAborted()) {
      if (step === "header") rest = takeHeader(rest);
      else if (step === "trailer") rest = takeTrailer(rest);
      else if (step === "zeros") rest = takeZeros(rest);
      else {
        const after: Buffer | null = await inflater.write(rest);
        if (after) {
          step = "trailer";
          pending = Buffer.alloc(0);
        }
        rest = after;
      }
    }
    if (findings.isAborted()) inflater.close();
  };
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.byteLength; at += INPUT_BYTES) {
        await write(bytes.subarray(at, at + INPUT_BYTES));
      }
    },
    end: async () => {
      inflater.close();
      if (step === "header") abort(pending.byteLength === 0 ? "is empty" : notGzip(pending));
      else if (step !== "zeros") abort("is truncated");
    },
  };
}

/**
 * Inflater of one raw deflate stream. `write` returns the bytes after its end, or null before it; it throws what `onBytes`
 * throws, which would end the process as an error of the stream's event.
 */
function createInflater(findings: Findings, onBytes: (bytes: Buffer) => void) {
  let stream: InflateRaw | undefined;
  let hasEnded = false;
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  const open = () => {
    const opened = createInflateRaw({ chunkSize: OUTPUT_BYTES });
    opened.on("data", (bytes: Buffer) => {
      if (failure) return;
      try {
        if (!findings.isAborted()) onBytes(bytes);
      } catch (error) {
        failure = { error };
      }
      if (!failure && !findings.isAborted()) return;
      opened.destroy();
      wake();
    });
    opened.on("end", () => {
      hasEnded = true;
      wake();
    });
    opened.on("error", () => {
      findings.abort(WHOLE_ARCHIVE, "is corrupt: its compressed data is invalid");
      wake();
    });
    return opened;
  };
  return {
    write: async (bytes: Buffer): Promise<Buffer | null> => {
      stream ??= open();
      const into = stream;
      const before = into.bytesWritten;
      await new Promise<void>((resolve) => {
        wake = resolve;
        into.write(bytes, () => resolve());
      });
      if (failure) throw failure.error;
      return hasEnded ? bytes.subarray(into.bytesWritten - before) : null;
    },
    close: () => stream?.destroy(),
  };
}

const FLAGS = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };

/** Offset of the deflate data; null for an incomplete header, a message for an invalid one. */
function headerEnd(bytes: Buffer): number | string | null {
  if (bytes.byteLength < 10) return bytes.byteLength >= 4 && !isGzip(bytes) ? notGzip(bytes) : null;
  const flags = bytes[3] ?? 0;
  if (!isGzip(bytes) || bytes[2] !== 8 || flags & FLAGS.reserved) return notGzip(bytes);
  let at = 10;
  if (flags & FLAGS.extra) {
    if (bytes.byteLength < at + 2) return null;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [FLAGS.name, FLAGS.comment]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return null;
    at = end + 1;
  }
  if (!(flags & FLAGS.headerChecksum)) return at <= bytes.byteLength ? at : null;
  if (bytes.byteLength < at + 2) return null;
  const isComplete = bytes.readUInt16LE(at) === (crc32(bytes.subarray(0, at)) & 0xffff);
  return isComplete ? at + 2 : "is corrupt: the checksum of its gzip header does not match";
}

export const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

function notGzip(bytes: Buffer): string {
  if (isGzip(bytes)) return bytes.byteLength < 10 ? "is truncated" : "has an invalid gzip header";
  return bytes.subarray(0, 2).toString("latin1") === "PK"
    ? "is a zip archive; pack it as .tar.gz"
    : "is not compressed with gzip";
}

const ZEROS = Buffer.alloc(65_536);

export function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.byteLength; at += ZEROS.byteLength) {
    const chunk = bytes.subarray(at, at + ZEROS.byteLength);
    if (!chunk.equals(ZEROS.subarray(0, chunk.byteLength))) return false;
  }
  return true;
}
