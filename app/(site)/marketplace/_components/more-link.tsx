"use client";

import { Link, useLinkStatus } from "../../../_ui/page/link";
import classes from "./results.module.css";

/** Adds the next page below: its address holds all pages shown, so reload and back keep them. */
export function MoreLink({ href }: { href: string }) {
  return (
    <Link href={href} className={classes.moreLink} scroll={false} replace>
      <Words />
    </Link>
  );
}

function Words() {
  const { pending } = useLinkStatus();
  return pending ? "Loading…" : "Show more";
}
