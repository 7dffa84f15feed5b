import classes from "./named-slug.module.css";

/** What people call a thing, and what addresses call it. */
export function NamedSlug({ name, slug }: { name: string; slug: string }) {
  return (
    <>
      {name} <span className={classes.slug}>{slug}</span>
    </>
  );
}
