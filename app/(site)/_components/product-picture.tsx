import buildDark from "../_pictures/build-dark.webp";
import buildLight from "../_pictures/build-light.webp";
import reviewDark from "../_pictures/review-dark.webp";
import reviewLight from "../_pictures/review-light.webp";
import classes from "./product-picture.module.css";

const PICTURES = {
  build: {
    light: buildLight,
    dark: buildDark,
    alt: "Page of a failed build with its reason, timeline and details",
  },
  review: {
    light: reviewLight,
    dark: reviewDark,
    alt: "Review of a plugin version with findings, permissions and the decision",
  },
};

/** Picture of the product in the theme of the page, taken by `npm run pictures`. The one that is hidden is not loaded. */
export function ProductPicture({ name, caption }: { name: keyof typeof PICTURES; caption: string }) {
  const { alt, ...themes } = PICTURES[name];
  return (
    <figure className={classes.figure}>
      {(["light", "dark"] as const).map((theme) => (
        // biome-ignore lint/performance/noImgElement: taken at its size; Next's optimizer is off
        <img
          key={theme}
          className={classes.picture}
          data-theme={theme}
          src={themes[theme].src}
          width={themes[theme].width}
          height={themes[theme].height}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      ))}
      <figcaption className={classes.caption}>{caption}</figcaption>
    </figure>
  );
}
