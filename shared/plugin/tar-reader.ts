import { type Findings, WHOLE_ARCHIVE } from "./findings.ts";
import { isGzip, isZero } from "./gunzip.ts";
import { ARCHIVE_LIMITS } from "./limits.ts";
import {
  BLOCK_BYTES,
  decodeUtf8,
  isFileType,
  readPaxRecords,
  readTarHeader,
  type TarHeader,
  typeOfEntry,
} from "./tar-header.ts";

/** Tar entry. `type` is the type flag of its header. */
export interface TarEntry {
  path: string;
  type: string;
  sizeBytes: number;
}

export interface TarReader {
  write: (bytes: Buffer) => void;
  end: () => void;
}

const MAX_EXTENSION_BYTES = 65_536;
/** Extended headers per archive: up to three per entry. */
const MAX_EXTENSIONS = 3 * ARCHIVE_LIMITS.entries;
const EXTENSION = { local: "x", global: "g", longName: "L" };
const EXTENSIONS: ReadonlySet<string> = new Set(Object.values(EXTENSION));
/** Charsets of pax that leave the bytes of a path as they are; libarchive writes the second in the C locale. */
const HEADER_CHARSETS: ReadonlySet<string> = new Set(["ISO-IR 10646 2000 UTF-8", "BINARY"]);
const COMPRESSED_TWICE = "is compressed twice";

/**
 * Strict streaming tar reader: calls `onEntry` for every entry, which returns a receiver for the content or null. A header
 * that programs interpret differently is a finding and aborts the validation.
 */
export function createTarReader(
  findings: Findings,
  onEntry: (entry: TarEntry) => ((bytes: Buffer) => void) | null,
): TarReader {
  const block = Buffer.alloc(BLOCK_BYTES);
  let filled = 0;
  let content = 0;
  let padding = 0;
  let hasEnded = false;
  let count = 0;
  let extensions = 0;
  let receive: ((bytes: Buffer) => void) | null = null;
  let onContentEnd: (() => void) | null = null;
  let path: string | null = null;
  let paxSize: number | null = null;

  const abort = (message: string) => findings.abort(`entry ${count}`, message);

  const readExtension = ({ type, sizeBytes }: TarHeader) => {
    extensions += 1;
    if (extensions > MAX_EXTENSIONS) return abort("has too many extended headers before it");
    if (sizeBytes > MAX_EXTENSION_BYTES) return abort("has an extended header that is too large");
    const chunks: Buffer[] = [];
    receive = (bytes) => chunks.push(Buffer.from(bytes));
    onContentEnd = () => {
      const body = Buffer.concat(chunks);
      if (type === EXTENSION.longName) return readLongName(body);
      readPax(body, type === EXTENSION.global);
    };
  };
  const readPath = (bytes: Buffer) => {
    if (path !== null) return abort("has more than one path in its extended headers");
    path = decodeUtf8(bytes);
    if (path === null) abort("has a path that is not UTF-8");
  };
  const readLongName = (body: Buffer) => {
    const end = body.indexOf(0);
    readPath(end < 0 ? body : body.subarray(0, end));
  };
  const readPax = (body: Buffer, isGlobal: boolean) => {
    const records = readPaxRecords(body);
    if (!records) return abort("has an invalid extended header");
    for (const [key, value] of records) {
      const isUsed = key === "path" || key === "size";
      if (
        key.startsWith("GNU.sparse") ||
        key === "linkpath" ||
        (key === "hdrcharset" && !HEADER_CHARSETS.has(value.toString("latin1"))) ||
        (isUsed && isGlobal)
      ) {
        return abort(`has an extended header with ${key}, which is not allowed`);
      }
      if (key === "path") readPath(value);
      if (key === "size" && paxSize !== null) return abort("has more than one size in its extended headers");
      if (key === "size") paxSize = /^\d{1,15}$/.test(value.toString("latin1")) ? Number(value) : -1;
    }
  };
  const readEntry = (header: TarHeader) => {
    const name = path ?? decodeUtf8(header.name);
    if (name === null) return abort("has a path that is not UTF-8");
    if (paxSize !== null && paxSize !== header.sizeBytes) {
      return findings.abort(name, "has two different sizes");
    }
    path = null;
    paxSize = null;
    const type = typeOfEntry(header.type, name);
    receive = onEntry({ path: name, type, sizeBytes: header.sizeBytes });
    if (header.sizeBytes > 0 && !isFileType(type)) {
      findings.abort(name, "has content, which entries of its type cannot have");
    }
  };
  const readBlock = () => {
    if (isZero(block)) {
      hasEnded = true;
      return;
    }
    const header = readTarHeader(block);
    count += 1;
    if (typeof header === "string") {
      return count === 1 && isGzip(block) ? findings.abort(WHOLE_ARCHIVE, COMPRESSED_TWICE) : abort(header);
    }
    onContentEnd = null;
    if (EXTENSIONS.has(header.type)) readExtension(header);
    else readEntry(header);
    content = header.sizeBytes;
    padding = (BLOCK_BYTES - (content % BLOCK_BYTES)) % BLOCK_BYTES;
    if (content === 0) finishContent();
  };
  const finishContent = () => {
    const finish = onContentEnd;
    onContentEnd = null;
    receive = null;
    if (!findings.isAborted()) finish?.();
  };

  return {
    write: (bytes) => {
      for (let at = 0; at < bytes.byteLength && !findings.isAborted(); ) {
        const rest = bytes.byteLength - at;
        if (hasEnded) {
          if (!isZero(bytes.subarray(at))) findings.abort(WHOLE_ARCHIVE, "has data after its last entry");
          return;
        }
        if (content > 0) {
          const chunk = bytes.subarray(at, at + Math.min(content, rest));
          receive?.(chunk);
          content -= chunk.byteLength;
          at += chunk.byteLength;
          if (content === 0) finishContent();
        } else if (padding > 0) {
          const skipped = Math.min(padding, rest);
          padding -= skipped;
          at += skipped;
        } else {
          const copied = bytes.copy(block, filled, at, at + Math.min(BLOCK_BYTES - filled, rest));
          filled += copied;
          at += copied;
          if (filled < BLOCK_BYTES) continue;
          filled = 0;
          readBlock();
        }
      }
    },
    end: () => {
      if (content > 0) findings.abort(`entry ${count}`, "is shorter than its header states");
      else if (count === 0 && filled > 1 && isGzip(block)) findings.abort(WHOLE_ARCHIVE, COMPRESSED_TWICE);
      else if (!hasEnded) findings.abort(WHOLE_ARCHIVE, "is truncated: the end of its tar data is missing");
    },
  };
}
