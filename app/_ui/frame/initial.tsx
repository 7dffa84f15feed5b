import classes from "./initial.module.css";

/** The first letter in place of a picture, for people (round) and tenants (square). */
export function Initial({ name, isSquare = false }: { name: string; isSquare?: boolean }) {
  return (
    <span className={classes.initial} data-square={isSquare || undefined} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? "?"}
    </span>
  );
}
