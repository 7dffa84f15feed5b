import sharp from "sharp";
import { AppError, validationFailed } from "../platform/errors.ts";
import { RESPONSE_TIMEOUT_MS } from "../platform/timeouts.ts";
import { detectFormat, isComplete } from "./image-format.ts";
import { variantWidths } from "./policy.ts";

/** What an uploaded image may be at the most; it is decoded only when its own head says that it keeps to this. */
export const IMAGE_LIMITS = { bytes: 8 * 1_048_576, side: 4_096, shortestSide: 240 } as const;

/** An image as it is kept: WebP in several widths, made anew from its pixels alone. */
export interface PreparedImage {
  width: number;
  height: number;
  variants: { width: number; bytes: Buffer }[];
}

/** Decoding takes tens of megabytes at a time, so few are decoded at once. */
const MOST_AT_ONCE = 2;
const DECODE_TIMEOUT_SECONDS = 10;

sharp.cache(false);
sharp.concurrency(1);
// libvips knows dozens of formats; none of them but these is ever read, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
});

/**
 * Decodes an uploaded PNG, JPEG or WebP and encodes it anew. Nothing of the file itself is kept: no metadata, no profile,
 * nothing hidden behind its end.
 * @throws AppError `VALIDATION_FAILED` with the reason; `UNAVAILABLE` when too many are being decoded
 */
export async function prepareImage(bytes: Buffer): Promise<PreparedImage> {
  const format = detectFormat(bytes);
  if (!format) throw refused("must be a PNG, JPEG or WebP image");
  const whole = isComplete(bytes, format);
  if (whole !== true) throw refused(whole);
  return withConcurrencyLimit(async () => {
    const { width, height } = await readHead(bytes);
    try {
      return await encode(bytes, { width, height });
    } catch {
      throw refused("cannot be decoded; it is damaged or not what it says it is");
    }
  });
}

async function readHead(bytes: Buffer): Promise<{ width: number; height: number }> {
  const head = await open(bytes)
    .metadata()
    .catch(() => {
      throw refused("cannot be decoded; it is damaged or not what it says it is");
    });
  const { width, height } = head.autoOrient;
  const { side, shortestSide } = IMAGE_LIMITS;
  if (Math.max(width, height) > side) throw refused(`must be up to ${side} pixels wide and high`);
  if (Math.min(width, height) < shortestSide)
    throw refused(`must be at least ${shortestSide} pixels wide and high`);
  if ((head.pages ?? 1) > 1) throw refused("must be a still image");
  return { width, height };
}

async function encode(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<PreparedImage> {
  const variants: PreparedImage["variants"] = [];
  for (const variant of variantWidths(width)) {
    const encoded = await open(bytes)
      .autoOrient()
      .resize({ width: variant })
      .toColourspace("srgb")
      .webp({ quality: 84 })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .toBuffer();
    variants.push({ width: variant, bytes: encoded });
  }
  const largest = variants.at(-1)?.width ?? width;
  return { width: largest, height: Math.round((height * largest) / width), variants };
}

const open = (bytes: Buffer) =>
  sharp(bytes, { failOn: "warning", limitInputPixels: IMAGE_LIMITS.side ** 2, sequentialRead: true });

let running = 0;
const waiting: (() => void)[] = [];

async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await myTurn();
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place goes over to who waits next.
    if (next) next();
    else running -= 1;
  }
}

function myTurn(): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(
        new AppError("UNAVAILABLE", "Many images are being prepared at the moment. Try again shortly.", {
          retryAfterSeconds: 5,
        }),
      );
    }, RESPONSE_TIMEOUT_MS * 4);
    waiting.push(enter);
  });
}

const refused = (message: string): AppError => validationFailed([{ path: "image", message }]);
