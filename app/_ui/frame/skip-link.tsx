import classes from "./skip-link.module.css";

/** The first stop of the Tab key: past the frame, to the element with the id "main". */
export function SkipLink() {
  return (
    <a href="#main" className={classes.link}>
      Skip to the content
    </a>
  );
}
