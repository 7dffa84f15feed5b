import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { prepareImage } from "./image.ts";

const FORMATS = ["png", "jpeg", "webp"] as const;

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 40, g: 90, b: 160 } } });

const made = (format: (typeof FORMATS)[number], width = 700, height = 1_400): Promise<Buffer> =>
  draw(width, height).toFormat(format).toBuffer();

const refusal = (bytes: Buffer): Promise<string> =>
  prepareImage(bytes).then(
    () => "accepted",
    (error: { code: string; problems: { path: string; message: string }[] }) => {
      expect(error.code).toBe("VALIDATION_FAILED");
      expect(error.problems).toHaveLength(1);
      return `${error.problems[0]?.path} ${error.problems[0]?.message}`;
    },
  );

describe("prepareImage", () => {
  it.each(FORMATS)("encodes a %s to WebP in every width up to its own", async (format) => {
    const { width, height, variants } = await prepareImage(await made(format));
    expect([width, height]).toEqual([700, 1_400]);
    for (const variant of variants) {
      const head = await sharp(variant.bytes).metadata();
      expect(head).toMatchObject({ format: "webp", width: variant.width, height: variant.width * 2 });
    }
    expect(variants.map((variant) => variant.width)).toEqual([320, 640, 700]);
  });

  it("drops metadata and applies the orientation", async () => {
    const secret = "48.1351N 11.5820E";
    const photo = await draw(600, 300)
      .withExif({ IFD0: { Copyright: secret, Orientation: "6" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height, variants } = await prepareImage(photo);
    expect([width, height]).toEqual([300, 600]);
    for (const { bytes } of variants) {
      const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes(secret)).toBe(false);
    }
  });

  it.each([
    [
      "SVG",
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>1</script></svg>',
      ),
    ],
    ["GIF", Buffer.from("GIF89a\x01\x00\x01\x00", "latin1")],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["PDF", Buffer.from("%PDF-1.7")],
    ["nothing", Buffer.alloc(0)],
  ])("refuses %s by what it is", async (_name, bytes) => {
    await expect(refusal(bytes)).resolves.toBe("image must be a PNG, JPEG or WebP image");
  });

  it.each(FORMATS)("refuses a %s with trailing data", async (format) => {
    const polyglot = Buffer.concat([await made(format), Buffer.from("PK\x03\x04<script>alert(1)</script>")]);
    await expect(refusal(polyglot)).resolves.toMatch(/^image has data after its end/);
  });

  it.each(FORMATS)("refuses a %s that is truncated anywhere", async (format) => {
    const whole = await made(format);
    for (const part of [0.2, 0.5, 0.9, 0.999]) {
      const reason = await refusal(whole.subarray(0, Math.floor(whole.length * part)));
      expect(reason, `${format} at ${part}`).toMatch(/^image (is truncated|cannot be decoded|must be a PNG)/);
    }
  });

  it.each(FORMATS)("refuses a %s header without image data", async (format) => {
    const whole = await made(format);
    const noise = Buffer.concat([whole.subarray(0, 24), Buffer.alloc(2_000, 0x5a)]);
    await expect(refusal(noise)).resolves.not.toBe("accepted");
  });

  it("refuses a decompression bomb by its header", async () => {
    const before = process.memoryUsage().rss;
    for (const side of [4_097, 30_000, 100_000]) {
      await expect(refusal(pngBomb(side))).resolves.not.toBe("accepted");
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
  });

  it("refuses more pixels than a 4K screenshot has, whatever the file weighs", async () => {
    const bomb = pngBomb(4_000);
    expect(bomb.length).toBeLessThan(200_000);
    await expect(refusal(bomb)).resolves.toMatch(/at most 8847360 pixels/);
  });

  it("refuses images that are too small, too large or animated", async () => {
    await expect(refusal(await made("png", 200, 900))).resolves.toMatch(/at least 240 pixels/);
    await expect(refusal(await made("png", 300, 4_200))).resolves.toMatch(/at most 4096 pixels/);
    const frames = await Promise.all(
      [1, 2].map((shade) =>
        draw(400, 400)
          .modulate({ lightness: shade * 20 })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    await expect(refusal(animated)).resolves.toBe("image must be a still image");
  });

  it("limits concurrent decoding", async () => {
    const image = await made("jpeg", 1_400, 900);
    const all = await Promise.all(Array.from({ length: 12 }, () => prepareImage(image)));
    expect(new Set(all.map(({ width }) => width))).toEqual(new Set([1_280]));
  });
});

/** A PNG whose head promises a square of `side` pixels and whose data are a few kilobytes of nothing. */
function pngBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const chunks: [string, Buffer][] = [
    ["IHDR", head],
    ["IDAT", deflateSync(Buffer.alloc(4 * 1_048_576))],
    ["IEND", Buffer.alloc(0)],
  ];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, ...chunks.map(([type, data]) => pngChunk(type, data))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
