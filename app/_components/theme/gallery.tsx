import type { ReactNode } from "react";
import { variantWidths } from "@/shared/plugin/images/limits.ts";
import { previewPath } from "@/shared/plugin/theme.ts";
import type { PreviewImage } from "@/shared/plugin/theme-config.ts";
import classes from "./gallery.module.css";

/** Preview images of a theme. */
export function Gallery({ images }: { images: readonly PreviewImage[] }) {
  if (images.length === 0) return null;
  return (
    <ImageRow label="Images">
      {images.map((image) => (
        <PreviewPicture key={image.id} image={image} />
      ))}
    </ImageRow>
  );
}

/** Images in a row that scrolls sideways, by keyboard too. */
export function ImageRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.gallery} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

export function PreviewPicture({ image }: { image: PreviewImage }) {
  const { id, altText, width, height } = image;
  return <StoredImage pathAt={(variant) => previewPath(id, variant)} {...{ width, height }} alt={altText} />;
}

type StoredImageProps = {
  /** URL path in one of its widths. */
  pathAt: (width: number) => string;
  alt: string;
  width: number;
  height: number;
};

const MAX_HEIGHT_REM = 22;
const REM_PX = 16;

/** Image of the gallery in its proportions, up to its own size. */
export function StoredImage({ pathAt, alt, width, height }: StoredImageProps) {
  const widths = variantWidths(width);
  const shownRem = Math.min((MAX_HEIGHT_REM * width) / height, width / REM_PX).toFixed(2);
  return (
    // biome-ignore lint/performance/noImgElement: the variants are made at upload, and Next's optimizer would need them to be public
    <img
      className={classes.image}
      src={pathAt(widths[0] ?? width)}
      srcSet={widths.map((variant) => `${pathAt(variant)} ${variant}w`).join(", ")}
      sizes={`(max-width: ${shownRem}rem) 90vw, ${shownRem}rem`}
      style={{ width: `${shownRem}rem` }}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  );
}
