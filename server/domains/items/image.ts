import sharp from "sharp";
import { type ConcurrencyLimit, withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import { AppError, validationFailed } from "@/shared/errors.ts";
import { checkDimensions, checkStructure, findFormat } from "@/shared/plugin/images/image-format.ts";
import { IMAGE_LIMITS, type ImageLimits, variantWidths } from "@/shared/plugin/images/limits.ts";

/** Image as it is stored: re-encoded to WebP in several widths. */
export interface PreparedImage {
  width: number;
  height: number;
  variants: { width: number; bytes: Buffer }[];
}

const DECODE_TIMEOUT_SECONDS = 10;

/** Decoding takes tens of megabytes each. The wait limit is longer than one decoding. */
const DECODE_LIMIT: ConcurrencyLimit = {
  name: "image-decoding",
  maxRunning: 2,
  maxQueued: 100,
  maxWaitMs: 16_000,
  createError: () =>
    new AppError("UNAVAILABLE", "Too many images are being processed. Try again shortly.", {
      retryAfterSeconds: 5,
    }),
};

sharp.cache(false);
sharp.concurrency(1);
// libvips has decoders for dozens of formats; only these may run on untrusted files.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});

/**
 * Re-encodes an uploaded PNG, JPEG or WebP, or the first frame of a GIF where the limits allow it, which drops metadata, profiles and trailing data.
 * @throws AppError `VALIDATION_FAILED` with the reason; `UNAVAILABLE` by `DECODE_LIMIT`
 */
export async function prepareImage(bytes: Buffer, limits = IMAGE_LIMITS): Promise<PreparedImage> {
  const format = findFormat(bytes, limits);
  if (!format) throw invalidImage("must be a PNG, JPEG or WebP image");
  const structure = checkStructure(bytes, format);
  if (structure !== true) throw invalidImage(structure);
  return withConcurrencyLimit(DECODE_LIMIT, async () => {
    const { width, height } = await readDimensions(bytes, limits);
    try {
      return await encode(bytes, { width, height });
    } catch {
      throw invalidImage("cannot be decoded; it is corrupt or of another format");
    }
  });
}

async function readDimensions(
  bytes: Buffer,
  limits: ImageLimits,
): Promise<{ width: number; height: number }> {
  const metadata = await open(bytes)
    .metadata()
    .catch(() => {
      throw invalidImage("cannot be decoded; it is corrupt or of another format");
    });
  const { width, height } = metadata.autoOrient;
  const problem = checkDimensions({ width, height }, limits);
  if (problem !== true) throw invalidImage(problem);
  if ((metadata.pages ?? 1) > 1 && metadata.format !== "gif") throw invalidImage("must be a still image");
  return { width, height };
}

async function encode(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<PreparedImage> {
  // One decoding for all variants: they are made from the pixels of the largest.
  const widths = variantWidths(width);
  const { data, info } = await open(bytes)
    .autoOrient()
    .resize({ width: widths.at(-1) ?? width })
    .toColourspace("srgb")
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const variants: PreparedImage["variants"] = [];
  for (const variant of widths) {
    const encoded = await sharp(data, { raw: info })
      .resize({ width: variant })
      .webp({ quality: 84 })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .toBuffer();
    variants.push({ width: variant, bytes: encoded });
  }
  const largest = variants.at(-1)?.width ?? width;
  return { width: largest, height: Math.round((height * largest) / width), variants };
}

const open = (bytes: Buffer) =>
  sharp(bytes, { failOn: "warning", limitInputPixels: IMAGE_LIMITS.maxSide ** 2, sequentialRead: true });

const invalidImage = (message: string): AppError => validationFailed([{ path: "image", message }]);
