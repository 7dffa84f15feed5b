import { firstCluster } from "@/shared/text/truncate.ts";
import classes from "./avatar.module.css";

/** Initial instead of a picture: round for people, square for groups. */
export function Avatar({ name, isSquare = false }: { name: string; isSquare?: boolean }) {
  return (
    <span className={classes.initial} data-square={isSquare || undefined} aria-hidden="true">
      {firstCluster(name.trim()).toUpperCase() || "?"}
    </span>
  );
}
