import { crc32, createInflateRaw, type InflateRaw } from "node:zlib";
import { type Findings, WHOLE_ARCHIVE } from "./findings.ts";

const MAX_HEADER_LENGTH = 131_072;
const TRAILER_BYTES = 8;
const OUTPUT_BYTES = 65_536;
/** Inflating goes through the thread pool piece by piece, so that one archive never holds up others for long. */
const INPUT_BYTES = 65_536;

export interface Gunzip {
  /** Takes bytes; done when all that comes out of them was handed on, or when it has given up. */
  write: (bytes: Buffer) => Promise<void>;
  end: () => Promise<void>;
}

/**
 * Unpacks exactly one gzip member (RFC 1952). Node's own reader goes over to a second member and passes over what
 * follows, silently; here either is a finding, as is a checksum or a length that does not fit.
 */
export function openGunzip(findings: Findings, onBytes: (bytes: Buffer) => void): Gunzip {
  let step: "header" | "deflate" | "trailer" | "zeros" = "header";
  let held: Buffer = Buffer.alloc(0);
  let checksum = 0;
  let length = 0;
  const inflating = openInflate(findings, (bytes) => {
    checksum = crc32(bytes, checksum);
    length += bytes.byteLength;
    onBytes(bytes);
  });
  const giveUp = (message: string) => findings.giveUp(WHOLE_ARCHIVE, message);

  const takeHeader = (bytes: Buffer): Buffer | null => {
    held = Buffer.concat([held, bytes]);
    const end = headerEnd(held);
    if (end === null) {
      if (held.byteLength > MAX_HEADER_LENGTH) giveUp("has a gzip header without an end");
      return null;
    }
    if (typeof end === "string") {
      giveUp(end);
      return null;
    }
    step = "deflate";
    return held.subarray(end);
  };
  const takeTrailer = (bytes: Buffer): Buffer | null => {
    held = Buffer.concat([held, bytes]);
    if (held.byteLength < TRAILER_BYTES) return null;
    if (held.readUInt32LE(0) !== checksum >>> 0) giveUp("is damaged: its checksum does not fit");
    else if (held.readUInt32LE(4) !== length % 2 ** 32) giveUp("states another length than it has");
    step = "zeros";
    return held.subarray(TRAILER_BYTES);
  };
  const takeZeros = (bytes: Buffer): null => {
    if (isZero(bytes)) return null;
    giveUp(isGzip(bytes) ? "has several gzip members; one is allowed" : "has data after its end");
    return null;
  };

  const write = async (bytes: Buffer): Promise<void> => {
    let rest: Buffer | null = bytes;
    while (rest && rest.byteLength > 0 && !findings.hasGivenUp()) {
      if (step === "header") rest = takeHeader(rest);
      else if (step === "trailer") rest = takeTrailer(rest);
      else if (step === "zeros") rest = takeZeros(rest);
      else {
        const after: Buffer | null = await inflating.write(rest);
        if (after) {
          step = "trailer";
          held = Buffer.alloc(0);
        }
        rest = after;
      }
    }
    if (findings.hasGivenUp()) inflating.close();
  };
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.byteLength; at += INPUT_BYTES) {
        await write(bytes.subarray(at, at + INPUT_BYTES));
      }
    },
    end: async () => {
      inflating.close();
      if (step === "header") giveUp(held.byteLength === 0 ? "is empty" : notGzip(held));
      else if (step !== "zeros") giveUp("is cut off in the middle");
    },
  };
}

/** Inflates one raw deflate stream; `write` gives what comes after its end, or null while there is none yet. */
function openInflate(findings: Findings, onBytes: (bytes: Buffer) => void) {
  let stream: InflateRaw | undefined;
  let hasEnded = false;
  let wake = () => {};
  const open = () => {
    const opened = createInflateRaw({ chunkSize: OUTPUT_BYTES });
    opened.on("data", (bytes: Buffer) => {
      if (!findings.hasGivenUp()) onBytes(bytes);
      if (!findings.hasGivenUp()) return;
      opened.destroy();
      wake();
    });
    opened.on("end", () => {
      hasEnded = true;
      wake();
    });
    opened.on("error", () => {
      findings.giveUp(WHOLE_ARCHIVE, "is damaged: its compressed data cannot be read");
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
      return hasEnded ? bytes.subarray(into.bytesWritten - before) : null;
    },
    close: () => stream?.destroy(),
  };
}

const FLAGS = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };

/** Where the deflate data starts; null while the header is not whole, or what is wrong with it. */
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
  return isComplete ? at + 2 : "is damaged: the checksum of its gzip header does not fit";
}

/** Whether bytes start as gzip does. */
export const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

function notGzip(bytes: Buffer): string {
  if (isGzip(bytes))
    return bytes.byteLength < 10 ? "is cut off in the middle" : "has a gzip header that is not valid";
  return bytes.subarray(0, 2).toString("latin1") === "PK"
    ? "is a zip archive; pack it as .tar.gz"
    : "is not compressed with gzip";
}

const ZEROS = Buffer.alloc(65_536);

/** Whether there is nothing but zeros. */
export function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.byteLength; at += ZEROS.byteLength) {
    const piece = bytes.subarray(at, at + ZEROS.byteLength);
    if (!piece.equals(ZEROS.subarray(0, piece.byteLength))) return false;
  }
  return true;
}
