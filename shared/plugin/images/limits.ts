/**
 * Limits of an image, checked against its header before it is decoded. Sides are in pixels. The cost follows the
 * pixels, not the bytes: a PNG of 130 kB may hold 16.8 million.
 */
export interface ImageLimits {
  bytes: number;
  minSide: number;
  maxSide: number;
  maxPixels: number;
  isSquare?: boolean;
  /** Allows a GIF, of which the first frame is stored. */
  allowsGif?: boolean;
}

const MIB = 1_048_576;
/** Pixels of a 4K screenshot. */
const MAX_PIXELS = 4_096 * 2_160;

/** Limits of a theme's preview. */
export const IMAGE_LIMITS: ImageLimits = {
  bytes: 8 * MIB,
  minSide: 240,
  maxSide: 4_096,
  maxPixels: MAX_PIXELS,
};

export const ICON_LIMITS: ImageLimits = {
  bytes: MIB / 2,
  minSide: 128,
  maxSide: 1_024,
  maxPixels: 1_024 * 1_024,
  isSquare: true,
};

export const SCREENSHOT_LIMITS: ImageLimits = { ...IMAGE_LIMITS, bytes: 4 * MIB };

/** Limits of a picture in a README: also badges and small icons. */
export const README_IMAGE_LIMITS: ImageLimits = { ...SCREENSHOT_LIMITS, minSide: 16, allowsGif: true };

const VARIANT_WIDTHS = [320, 640, 1_280];

/** Widths in which an image is stored: those of `VARIANT_WIDTHS` up to its own, and its own if it is below the largest. */
export function variantWidths(width: number): number[] {
  const narrower = VARIANT_WIDTHS.filter((variant) => variant <= width);
  return narrower.length === VARIANT_WIDTHS.length || narrower.includes(width)
    ? narrower
    : [...narrower, width];
}
