import { ClippedText } from "./clipped-text";
import classes from "./named-slug.module.css";

/** What people call a thing, and what addresses call it. */
export function NamedSlug({ name, slug }: { name: string; slug: string }) {
  return (
    <>
      <ClippedText text={name} width="18rem" />{" "}
      <span className={classes.slug}>
        <ClippedText text={slug} width="10rem" />
      </span>
    </>
  );
}
