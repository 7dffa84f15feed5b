export type ImageFormat = "png" | "jpeg" | "webp";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Format by magic bytes; null for an unsupported one. */
export function detectFormat(bytes: Buffer): ImageFormat | null {
  if (bytes.subarray(0, 8).equals(PNG)) return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "webp" : null;
}

/**
 * Structural check that a file is exactly one still image: not truncated, not animated, without trailing data, which could be
 * a second file format. @returns the violation
 */
export function checkStructure(bytes: Buffer, format: ImageFormat): true | string {
  if (format === "png") return checkPng(bytes);
  return format === "jpeg" ? checkJpeg(bytes) : checkWebp(bytes);
}

const TRUNCATED = "is truncated";
const CONTINUES = "has data after its end; save it again";
const ANIMATED = "must be a still image";

function checkPng(bytes: Buffer): true | string {
  let at = PNG.length;
  while (at + 12 <= bytes.length) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "acTL") return ANIMATED;
    at += 12 + bytes.readUInt32BE(at);
    if (type === "IEND") return at === bytes.length ? true : at > bytes.length ? TRUNCATED : CONTINUES;
  }
  return TRUNCATED;
}

function checkWebp(bytes: Buffer): true | string {
  if (bytes.length < 16) return TRUNCATED;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return TRUNCATED;
  if (end < bytes.length) return CONTINUES;
  const isExtended = bytes.toString("latin1", 12, 16) === "VP8X";
  const isAnimated = isExtended && ((bytes[20] ?? 0) & 0x02) !== 0;
  return isAnimated ? ANIMATED : true;
}

/** Walks the segments. Scan data ends at the next marker that is not part of it. */
function checkJpeg(bytes: Buffer): true | string {
  let at = 2;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return "is corrupt";
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return at + 2 === bytes.length ? true : CONTINUES;
    else if (at + 4 > bytes.length) return TRUNCATED;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === 0xda) at = scanEnd(bytes, at);
    }
  }
  return TRUNCATED;
}

function scanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    const isInside = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (!isInside) return at;
  }
  return bytes.length;
}
