import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import type { Diagnostic } from "../context/errors.ts";
import type { ProjectFile } from "./files.ts";

/** Message of the platform for a picture that it cannot decode. */
const CORRUPT = "cannot be decoded; it is corrupt or of another format";

/**
 * Corrupt pictures that the manifest names, among those with a valid structure. Only PNGs: their pixels need no more than
 * zlib. Pixels of JPEGs and WebPs are decoded by the platform alone.
 */
export function findCorruptPictures(
  { icon, screenshots = [] }: PluginManifest,
  files: readonly ProjectFile[],
): Diagnostic[] {
  const named = new Set([...(icon ? [icon] : []), ...screenshots.map(({ path }) => path)]);
  return files.flatMap(({ path, source, content }) => {
    if (!named.has(path)) return [];
    const bytes = content ?? readFileSync(source);
    return bytes.subarray(0, PNG.length).equals(PNG) && !hasPixels(bytes) ? [{ path, message: CORRUPT }] : [];
  });
}

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Channels by color type. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Start and step of the columns and rows of each pass of an interlaced image. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;
const MAX_FILTER = 4;

/** True if the data of a PNG unpacks to all of its rows, each with a known filter. */
function hasPixels(bytes: Buffer): boolean {
  const [depth = 0, colorType = 0, , , interlace] = bytes.subarray(24, 29);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const bits = depth * (CHANNELS[colorType] ?? 0);
  const rows = interlace === 1 ? PASSES : ([[0, 1, 0, 1]] as const);
  const lengths = rows.flatMap(([left, across, top, down]) => {
    const [columns, lines] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
    return columns > 0 && lines > 0 ? [{ lines, length: 1 + Math.ceil((columns * bits) / 8) }] : [];
  });
  const pixels = inflate(
    bytes,
    lengths.reduce((sum, { lines, length }) => sum + lines * length, 0),
  );
  if (!pixels) return false;
  let at = 0;
  for (const { lines, length } of lengths) {
    for (let line = 0; line < lines; line += 1, at += length) {
      if ((pixels[at] ?? MAX_FILTER + 1) > MAX_FILTER) return false;
    }
  }
  return at <= pixels.length;
}

/** Unpacked data; null if it is corrupt or of another length. */
function inflate(bytes: Buffer, length: number): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const isData = bytes.toString("latin1", at + 4, at + 8) === "IDAT";
    if (isData) parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  try {
    return inflateSync(Buffer.concat(parts), { maxOutputLength: length });
  } catch {
    return null;
  }
}
