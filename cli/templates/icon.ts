import { crc32, deflateSync } from "node:zlib";

const SIZE = 256;
/** Margin of the lighter square. */
const MARGIN = 64;
const COLOR_COUNT = 2;

/** Placeholder icon of a new plugin: a PNG of 256 pixels in a color derived from its slug. */
export function createIcon(slug: string): Uint8Array {
  const seed = [...slug].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 4_096, 7);
  const dark = [40 + (seed & 63), 60 + ((seed >> 3) & 63), 120 + ((seed >> 6) & 63)];
  const light = dark.map((channel) => Math.min(255, channel + 90));
  const row = (y: number) =>
    Uint8Array.from({ length: SIZE + 1 }, (_, x) => (x > 0 && isInside(x - 1) && isInside(y) ? 1 : 0));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Bit depth 8, palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("PLTE", Buffer.from([...dark, ...light].slice(0, COLOR_COUNT * 3))),
    pngChunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: SIZE }, (_, y) => row(y))))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

const isInside = (at: number): boolean => at >= MARGIN && at < SIZE - MARGIN;

function pngChunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
