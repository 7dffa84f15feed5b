export const BLOCK_BYTES = 512;

export interface TarHeader {
  /** Undecoded, including `prefix`. */
  name: Buffer;
  linkName: Buffer;
  /** Type flag as it stands; `typeOfEntry` tells directories of the v7 format apart. */
  type: string;
  sizeBytes: number;
}

/** Parses a header block of the ustar, GNU or v7 format. @returns a message for an invalid one */
export function readTarHeader(block: Buffer): TarHeader | string {
  const checksum = readOctal(block, 148, 8);
  // Old programs added up signed bytes.
  if (checksum === null || (checksum !== checksumOf(block) && checksum !== checksumOf(block, true)))
    return "has a header whose checksum does not match";
  const sizeBytes = readOctal(block, 124, 12);
  if (sizeBytes === null) return "has a header whose size is not an octal number";
  const name = textField(block, 0, 100);
  const isUstar = block.toString("latin1", 257, 263) === "ustar\0";
  const prefix = isUstar ? textField(block, 345, 155) : Buffer.alloc(0);
  return {
    name: prefix.byteLength > 0 ? Buffer.concat([prefix, Buffer.from("/"), name]) : name,
    linkName: textField(block, 157, 100),
    type: String.fromCharCode(block[156] ?? 0),
    sizeBytes,
  };
}

/**
 * Records of a pax extended header; null if malformed. Values are bytes, such as the extended attributes that macOS adds
 * (`LIBARCHIVE.xattr…`, `SCHILY.xattr…`): only those that the reader uses need be text.
 */
export function readPaxRecords(body: Buffer): Map<string, Buffer> | null {
  const records = new Map<string, Buffer>();
  for (let at = 0; at < body.byteLength; ) {
    const space = body.indexOf(0x20, at);
    const digits = space < 0 ? "" : body.toString("latin1", at, space);
    const end = /^[1-9]\d{0,6}$/.test(digits) ? at + Number(digits) : 0;
    if (end <= space + 1 || end > body.byteLength || body[end - 1] !== 0x0a) return null;
    const record = body.subarray(space + 1, end - 1);
    const equals = record.indexOf("=");
    if (equals < 1) return null;
    records.set(record.toString("latin1", 0, equals), record.subarray(equals + 1));
    at = end;
  }
  return records;
}

/** Text of valid UTF-8; null for other bytes. */
export function decodeUtf8(bytes: Buffer): string | null {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return null;
  }
}

const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Field up to its first zero byte. */
function textField(block: Buffer, start: number, length: number): Buffer {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return Buffer.from(end < 0 ? field : field.subarray(0, end));
}

function readOctal(block: Buffer, start: number, length: number): number | null {
  const [, digits] =
    /^ {0,12}([0-7]{0,12})[ \0]{0,12}$/.exec(block.toString("latin1", start, start + length)) ?? [];
  return digits === undefined ? null : Number.parseInt(digits || "0", 8);
}

/** Type flag of a regular file, also of the v7 format. */
export const isFileType = (type: string): boolean => type === "0" || type === "\0";

/**
 * Type flag of an entry by its final path. In the v7 format a directory is a file whose name ends with a slash, which a
 * name that was cut after 100 bytes may do as well: an extended header has the whole one then.
 */
export const typeOfEntry = (type: string, path: string): string =>
  isFileType(type) && path.endsWith("/") ? "5" : type;

/** Sum of all bytes, with the checksum field read as spaces. */
function checksumOf(block: Buffer, isSigned = false): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    if (at < 148 || at >= 156) sum += isSigned ? block.readInt8(at) : (block[at] ?? 0);
  }
  return sum;
}
