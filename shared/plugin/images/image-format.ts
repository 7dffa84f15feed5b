import { crc32 } from "node:zlib";
import { formatSizeLimit } from "@/shared/text/format.ts";
import type { ImageLimits } from "./limits.ts";

export type ImageFormat = "png" | "jpeg" | "webp" | "gif";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Format by magic bytes; null for one that the limits do not allow. */
export function findFormat(bytes: Buffer, { allowsGif = false }: ImageLimits): ImageFormat | null {
  const format = detectFormat(bytes);
  return format === "gif" && !allowsGif ? null : format;
}

function detectFormat(bytes: Buffer): ImageFormat | null {
  if (bytes.subarray(0, 8).equals(PNG)) return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return "gif";
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "webp" : null;
}

/**
 * Structural check that a file is exactly one image: not truncated, without trailing data, which could be a second file
 * format, and not animated unless it is a GIF. @returns the violation
 */
export function checkStructure(bytes: Buffer, format: ImageFormat): true | string {
  return { png: checkPng, jpeg: checkJpeg, webp: checkWebp, gif: checkGif }[format](bytes);
}

export interface Dimensions {
  width: number;
  height: number;
}

/** Check of dimensions by limits. @returns the violation */
export function checkDimensions({ width, height }: Dimensions, limits: ImageLimits): true | string {
  const { minSide, maxSide, maxPixels, isSquare } = limits;
  if (Math.max(width, height) > maxSide) return `must be at most ${maxSide} pixels wide and high`;
  if (width * height > maxPixels) return `must have at most ${maxPixels} pixels`;
  if (Math.min(width, height) < minSide) return `must be at least ${minSide} pixels wide and high`;
  return isSquare && width !== height ? "must be square" : true;
}

/**
 * Check of an image by what its bytes state: format, structure and dimensions. Nothing is decoded, so that the CLI
 * applies it too. @returns the violation
 */
export function checkImage(bytes: Buffer, limits: ImageLimits): true | string {
  if (bytes.length > limits.bytes) return `is larger than ${formatSizeLimit(limits.bytes)}`;
  const format = findFormat(bytes, limits);
  if (!format) return "must be a PNG, JPEG or WebP image";
  const structure = checkStructure(bytes, format);
  if (structure !== true) return structure;
  const dimensions = DIMENSION_READERS[format](bytes);
  return dimensions ? checkDimensions(dimensions, limits) : CORRUPT;
}

const DIMENSION_READERS: Record<ImageFormat, (bytes: Buffer) => Dimensions | null> = {
  png: (bytes) =>
    bytes.length < 24 || bytes.toString("latin1", 12, 16) !== "IHDR"
      ? null
      : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) },
  jpeg: readJpegDimensions,
  webp: readWebpDimensions,
  gif: (bytes) =>
    bytes.length < GIF_HEADER_END ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) },
};

/** Dimensions in the first start-of-frame segment. */
function readJpegDimensions(bytes: Buffer): Dimensions | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebpDimensions(bytes: Buffer): Dimensions | null {
  if (bytes.length < 30) return null;
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  const bits = kind === "VP8L" ? bytes.readUInt32LE(21) : null;
  return bits === null ? null : { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const CORRUPT = "is corrupt";
const TRUNCATED = "is truncated";
const CONTINUES = "has data after its end; save it again";
const ANIMATED = "must be a still image";

function checkPng(bytes: Buffer): true | string {
  if (bytes.length >= PNG_HEADER_END && !isPngHeader(bytes)) return CORRUPT;
  const isIndexed = bytes[25] === INDEXED;
  let hasPalette = false;
  let at = PNG.length;
  while (at + 12 <= bytes.length) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "acTL") return ANIMATED;
    if (type === "PLTE") hasPalette = true;
    if (type === "IDAT" && isIndexed && !hasPalette) return CORRUPT;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end <= bytes.length && crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      return CORRUPT;
    }
    at = end;
    if (type === "IEND") return at === bytes.length ? true : at > bytes.length ? TRUNCATED : CONTINUES;
  }
  return TRUNCATED;
}

const PNG_HEADER_END = 33;
const INDEXED = 3;
/** Bit depths by color type. */
const PNG_DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  [INDEXED]: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function isPngHeader(bytes: Buffer): boolean {
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = bytes.subarray(24, 29);
  const isHeader = bytes.toString("latin1", 12, 16) === "IHDR" && bytes.readUInt32BE(8) === 13;
  const isKnown = compression === 0 && filter === 0 && interlace <= 1;
  return isHeader && isKnown && PNG_DEPTHS[colorType]?.includes(depth) === true;
}

function checkWebp(bytes: Buffer): true | string {
  if (bytes.length < 16) return TRUNCATED;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return TRUNCATED;
  if (end < bytes.length) return CONTINUES;
  const isExtended = bytes.toString("latin1", 12, 16) === "VP8X";
  const isAnimated = isExtended && ((bytes[20] ?? 0) & 0x02) !== 0;
  return isAnimated ? ANIMATED : hasWebpFrame(bytes) || CORRUPT;
}

/** True if the chunks fill the file, and one of them begins like a frame. */
function hasWebpFrame(bytes: Buffer): boolean {
  let isFrame = false;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + size);
    // Lossy frames are key frames with this start code; lossless ones have a signature.
    if (type === "VP8 ")
      isFrame = data.toString("latin1", 3, 6) === "\x9d\x01\x2a" && ((data[0] ?? 1) & 1) === 0;
    if (type === "VP8L") isFrame = data[0] === 0x2f;
    at += 8 + size + (size % 2);
  }
  return isFrame && at === bytes.length;
}

/** Walks the segments. Scan data ends at the next marker that is not part of it. */
function checkJpeg(bytes: Buffer): true | string {
  let at = 2;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return CORRUPT;
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

const GIF_HEADER_END = 13;

/** Walks the blocks: extensions and frames, each followed by chunks of data up to an empty one. */
function checkGif(bytes: Buffer): true | string {
  const colorsBytes = (flags = 0) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = GIF_HEADER_END + colorsBytes(bytes[10]);
  let hasFrame = false;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return at + 1 < bytes.length ? CONTINUES : hasFrame || CORRUPT;
    if (kind !== 0x21 && kind !== 0x2c) return CORRUPT;
    if (kind === 0x2c) hasFrame = true;
    at += kind === 0x21 ? 2 : 11 + colorsBytes(bytes[at + 9]);
    for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size;
    at += 1;
  }
  return TRUNCATED;
}
