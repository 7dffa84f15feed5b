import { type Findings, WHOLE_ARCHIVE } from "./findings.ts";
import { isGzip, isZero } from "./gunzip.ts";
import { ARCHIVE_LIMITS } from "./limits.ts";
import { BLOCK_BYTES, decodeUtf8, readPaxRecords, readTarHeader, type TarHeader } from "./tar-header.ts";

/** An entry as its headers tell; `type` is the header's own letter. */
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
/** An entry has one or two. */
const MAX_EXTENSIONS = 3 * ARCHIVE_LIMITS.entries;
const EXTENSION = { local: "x", global: "g", longName: "L" };
const EXTENSIONS: ReadonlySet<string> = new Set(Object.values(EXTENSION));
const TYPES_WITH_CONTENT: ReadonlySet<string> = new Set(["0", "\0"]);

const TWICE = "is compressed twice";

/**
 * Goes through a tar archive block by block and tells of every entry; `onEntry` gives who wants the entry's bytes.
 * It reads strictly: where two programs might understand a header in two ways, it is a finding and the end.
 */
export function openTarReader(
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
  let take: ((bytes: Buffer) => void) | null = null;
  let whenTaken: (() => void) | null = null;
  let path: string | null = null;
  let stated: number | null = null;

  const giveUp = (message: string) => findings.giveUp(`entry ${count}`, message);

  const takeExtension = ({ type, sizeBytes }: TarHeader) => {
    extensions += 1;
    if (extensions > MAX_EXTENSIONS) return giveUp("has too many extended headers before it");
    if (sizeBytes > MAX_EXTENSION_BYTES) return giveUp("has an extended header that is too large");
    const pieces: Buffer[] = [];
    take = (bytes) => pieces.push(Buffer.from(bytes));
    whenTaken = () => {
      const body = Buffer.concat(pieces);
      if (type === EXTENSION.longName) return takeLongName(body);
      takePax(body, type === EXTENSION.global);
    };
  };
  const takeLongName = (body: Buffer) => {
    const end = body.indexOf(0);
    path = decodeUtf8(end < 0 ? body : body.subarray(0, end));
    if (path === null) giveUp("has a path that is no UTF-8");
  };
  const takePax = (body: Buffer, isGlobal: boolean) => {
    const records = readPaxRecords(body);
    if (!records) return giveUp("has an extended header that cannot be read");
    for (const [key, value] of records) {
      const isOurs = key === "path" || key === "size";
      if (
        key.startsWith("GNU.sparse") ||
        key === "linkpath" ||
        key === "hdrcharset" ||
        (isOurs && isGlobal)
      ) {
        return giveUp(`has an extended header with ${key}, which is not allowed`);
      }
      if (key === "path") path = value;
      if (key === "size") stated = /^\d{1,15}$/.test(value) ? Number(value) : -1;
    }
  };
  const takeEntry = (header: TarHeader) => {
    const name = path ?? decodeUtf8(header.name);
    if (name === null) return giveUp("has a path that is no UTF-8");
    if (stated !== null && stated !== header.sizeBytes) {
      return findings.giveUp(name, "states two different sizes");
    }
    path = null;
    stated = null;
    take = onEntry({ path: name, type: header.type, sizeBytes: header.sizeBytes });
    if (header.sizeBytes > 0 && !TYPES_WITH_CONTENT.has(header.type)) {
      findings.giveUp(name, "has content, which its kind cannot have");
    }
  };
  const takeBlock = () => {
    if (isZero(block)) {
      hasEnded = true;
      return;
    }
    const header = readTarHeader(block);
    count += 1;
    if (typeof header === "string") {
      return count === 1 && isGzip(block) ? findings.giveUp(WHOLE_ARCHIVE, TWICE) : giveUp(header);
    }
    whenTaken = null;
    if (EXTENSIONS.has(header.type)) takeExtension(header);
    else takeEntry(header);
    content = header.sizeBytes;
    padding = (BLOCK_BYTES - (content % BLOCK_BYTES)) % BLOCK_BYTES;
    if (content === 0) finishContent();
  };
  const finishContent = () => {
    const finish = whenTaken;
    whenTaken = null;
    take = null;
    if (!findings.hasGivenUp()) finish?.();
  };

  return {
    write: (bytes) => {
      for (let at = 0; at < bytes.byteLength && !findings.hasGivenUp(); ) {
        const rest = bytes.byteLength - at;
        if (hasEnded) {
          if (!isZero(bytes.subarray(at))) findings.giveUp(WHOLE_ARCHIVE, "has data after its last entry");
          return;
        }
        if (content > 0) {
          const piece = bytes.subarray(at, at + Math.min(content, rest));
          take?.(piece);
          content -= piece.byteLength;
          at += piece.byteLength;
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
          takeBlock();
        }
      }
    },
    end: () => {
      if (content > 0) findings.giveUp(`entry ${count}`, "is longer in its header than in the archive");
      else if (count === 0 && filled > 1 && isGzip(block)) findings.giveUp(WHOLE_ARCHIVE, TWICE);
      else if (!hasEnded) findings.giveUp(WHOLE_ARCHIVE, "is cut off: the end of its tar data is missing");
    },
  };
}
