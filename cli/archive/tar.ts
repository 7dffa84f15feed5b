import { Header } from "tar/header";
import { Pax } from "tar/pax";

const BLOCK_BYTES = 512;
/** 1980-01-01, the earliest day that every format and tool can express. */
const EVERY_FILES_TIME = new Date(Date.UTC(1980, 0, 1));

/**
 * What stands before a file's content: the same for the same path and size, whatever the file system says of owners,
 * modes and times.
 */
export function fileHeader(path: string, sizeBytes: number): Buffer {
  const entry = { path, size: sizeBytes, mode: 0o644, mtime: EVERY_FILES_TIME, type: "File" as const };
  const header = new Header({ ...entry, uid: 0, gid: 0, uname: "", gname: "" });
  const block = Buffer.alloc(BLOCK_BYTES);
  const isTooMuchForOneBlock = header.encode(block);
  return isTooMuchForOneBlock ? Buffer.concat([new Pax({ path }).encode(), block]) : block;
}

/** What stands after it, so that the next file begins on a block. */
export const filePadding = (sizeBytes: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);

export const archiveEnd = (): Buffer => Buffer.alloc(2 * BLOCK_BYTES);
