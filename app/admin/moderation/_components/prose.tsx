import classes from "./prose.module.css";

/** Text as somebody wrote it, with its line breaks. */
export function Prose({ text }: { text: string }) {
  if (text === "") return <p className={classes.none}>None.</p>;
  return <p className={classes.text}>{text}</p>;
}
