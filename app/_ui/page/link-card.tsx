import type { ReactNode } from "react";
import { Link } from "./link";
import classes from "./link-card.module.css";

/** A card that leads, wherever it is clicked, to where its title leads. */
export function LinkCard({ children }: { children: ReactNode }) {
  return <article className={classes.card}>{children}</article>;
}

export function LinkCardTitle({ href, children }: { href: string; children: ReactNode }) {
  return (
    <h2 className={classes.title}>
      <Link href={href} className={classes.link}>
        {children}
      </Link>
    </h2>
  );
}
