import type { PreviewImage } from "@/server/themes/input.ts";
import { previewPath, variantWidths } from "@/server/themes/policy.ts";
import classes from "./gallery.module.css";

/** Preview images of a theme in a row that scrolls sideways, by keyboard too. */
export function Gallery({ images }: { images: readonly PreviewImage[] }) {
  if (images.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.gallery} aria-label="Images" tabIndex={0}>
      {images.map((image) => (
        <PreviewPicture key={image.id} image={image} />
      ))}
    </section>
  );
}

export function PreviewPicture({ image }: { image: PreviewImage }) {
  const { id, altText, width, height } = image;
  const widths = variantWidths(width);
  return (
    // biome-ignore lint/performance/noImgElement: the variants are made at upload, and Next's optimizer would need them to be public
    <img
      className={classes.image}
      src={previewPath(id, widths[0] ?? width)}
      srcSet={widths.map((variant) => `${previewPath(id, variant)} ${variant}w`).join(", ")}
      sizes="(max-width: 40em) 60vw, 16rem"
      width={width}
      height={height}
      alt={altText}
      loading="lazy"
      decoding="async"
    />
  );
}
