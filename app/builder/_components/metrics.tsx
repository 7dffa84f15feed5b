import type { ReactNode } from "react";
import { Link } from "../../_ui/page/link";
import classes from "./metrics.module.css";

/** A number that leads to the list it counts. */
export function Figure({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes.figure}>
      {children}
    </Link>
  );
}
