import { inflateRawSync } from "node:zlib";

/** Reads `length` bytes from `start`. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>;

const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const MAX_DIRECTORY_BYTES = 16 * 1_048_576;
const MAX_ENTRY_BYTES = 1_048_576;
const HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const [END_RECORD, HEADER, LOCAL_HEADER] = [0x06054b50, 0x02014b50, 0x04034b50];
const [STORED, DEFLATED] = [0, 8];

/**
 * Content of the first entry of a ZIP file whose name matches (APPNOTE.TXT 4.3), read by ranges: the directory at its end,
 * then the entry. Null without such an entry, for ZIP64, and for what is no ZIP file or exceeds the limits.
 */
export async function readZipEntry(
  read: ReadBytes,
  sizeBytes: number,
  matches: (name: string) => boolean,
): Promise<Buffer | null> {
  const tailStart = Math.max(0, sizeBytes - END_RECORD_BYTES - MAX_COMMENT_BYTES);
  const directory = findDirectory(await read(tailStart, sizeBytes - tailStart));
  if (!directory || directory.start + directory.length > sizeBytes) return null;
  const entry = findEntry(await read(directory.start, directory.length), matches);
  if (!entry || entry.start + LOCAL_HEADER_BYTES > sizeBytes) return null;
  const header = await read(entry.start, LOCAL_HEADER_BYTES);
  if (header.readUInt32LE(0) !== LOCAL_HEADER) return null;
  const start = entry.start + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.packedBytes > sizeBytes) return null;
  return unpack(await read(start, entry.packedBytes), entry.method);
}

function findDirectory(tail: Buffer): { start: number; length: number } | null {
  for (let at = tail.byteLength - END_RECORD_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_RECORD) continue;
    const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    return length > 0 && length <= MAX_DIRECTORY_BYTES ? { start, length } : null;
  }
  return null;
}

function findEntry(directory: Buffer, matches: (name: string) => boolean) {
  for (let at = 0; at + HEADER_BYTES <= directory.byteLength; ) {
    if (directory.readUInt32LE(at) !== HEADER) return null;
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString("utf8", at + HEADER_BYTES, at + HEADER_BYTES + nameBytes);
    if (matches(name)) {
      const packedBytes = directory.readUInt32LE(at + 20);
      const method = directory.readUInt16LE(at + 10);
      return packedBytes > 0 && packedBytes <= MAX_ENTRY_BYTES
        ? { start: directory.readUInt32LE(at + 42), packedBytes, method }
        : null;
    }
    at += HEADER_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return null;
}

function unpack(bytes: Buffer, method: number): Buffer | null {
  if (method === STORED) return bytes;
  if (method !== DEFLATED) return null;
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_ENTRY_BYTES });
  } catch {
    return null;
  }
}
