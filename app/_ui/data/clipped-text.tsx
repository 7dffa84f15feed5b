import classes from "./clipped-text.module.css";

/** A text of others in a table, such as a version or a worker's name: as much of it as leaves room for the other columns. */
export function ClippedText({ text, width = "12rem" }: { text: string; width?: string }) {
  return (
    <span className={classes.text} style={{ maxWidth: width }} title={text}>
      {text}
    </span>
  );
}
