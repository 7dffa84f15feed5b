import Link from "next/link";
import type { ReactNode } from "react";
import classes from "./figures.module.css";

/** A number that leads to the list it counts. */
export function Figure({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes.figure} prefetch={false}>
      {children}
    </Link>
  );
}
