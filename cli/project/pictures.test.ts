import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { checkImage } from "@/shared/plugin/images/image-format.ts";
import { ICON_LIMITS } from "@/shared/plugin/images/limits.ts";
import { PluginManifest } from "@/shared/plugin/manifest.ts";
import { findCorruptPictures } from "./pictures.ts";

const SIDE = 128;
const manifest = PluginManifest.parse({
  name: "Maps",
  slug: "maps",
  type: "app",
  version: "1.0.0",
  description: "Maps.",
  entry: "index.js",
  icon: "icon.png",
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(12 + data.length);
  frame.writeUInt32BE(data.length);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 8 + data.length);
  return frame;
}

interface PngParts {
  colorType?: number;
  palette?: boolean;
  data?: Buffer;
}

/** Indexed PNG of one color, or a broken one. */
function png({ colorType = 3, palette = true, data }: PngParts = {}): Buffer {
  const header = Buffer.from([0, 0, 0, SIDE, 0, 0, 0, SIDE, 8, colorType, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...(palette ? [chunk("PLTE", Buffer.from([10, 20, 30]))] : []),
    chunk("IDAT", data ?? deflateSync(Buffer.alloc(SIDE * (SIDE + 1)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const checkIcon = (content: Buffer): boolean => {
  const file = { path: "icon.png", source: "icon.png", sizeBytes: content.length, content };
  return checkImage(content, ICON_LIMITS) === true && findCorruptPictures(manifest, [file]).length === 0;
};

const opens = (content: Buffer): Promise<boolean> =>
  sharp(content, { failOn: "warning" })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

const badChecksum = png();
badChecksum[badChecksum.length - 20] = (badChecksum.at(-20) ?? 0) ^ 0xff;

test.each([
  ["of one color", png(), true],
  ["with a wrong checksum", badChecksum, false],
  ["of an unknown color type", png({ colorType: 5 }), false],
  ["without its palette", png({ palette: false }), false],
  ["with data that is no stream", png({ data: Buffer.from("no stream of zlib") }), false],
  ["with too few rows", png({ data: deflateSync(Buffer.alloc(SIDE * SIDE)) }), false],
  ["with an unknown filter", png({ data: deflateSync(Buffer.alloc(SIDE * (SIDE + 1), 9)) }), false],
])("judges a PNG %s like the decoder", async (_, content, isValid) => {
  expect([checkIcon(content), await opens(content)]).toEqual([isValid, isValid]);
});

test("passes what an encoder writes, interlaced or not, and refuses corrupt headers of WebPs", async () => {
  const noise = { create: { width: 131, height: 131, channels: 4 as const, background: "#1a2b3c80" } };
  for (const progressive of [true, false]) {
    expect(checkIcon(await sharp(noise).png({ progressive }).toBuffer())).toBe(true);
  }
  for (const lossless of [true, false]) {
    const webp = await sharp(noise).webp({ lossless }).toBuffer();
    expect(checkImage(webp, ICON_LIMITS)).toBe(true);
    const at = webp.indexOf(lossless ? "VP8L" : "VP8 ") + 8;
    expect(checkImage(webp.fill(0xee, at, at + 6), ICON_LIMITS)).toBe("is corrupt");
  }
});
