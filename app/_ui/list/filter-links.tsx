"use client";

import type { ReactNode } from "react";
import { Link, useLinkStatus } from "../page/link";
import classes from "./filter-links.module.css";

export type FilterLink = {
  key: string;
  label: ReactNode;
  /** Where the list goes when this filter is switched. */
  href: string;
  isOn: boolean;
};

/** Filters of one kind, any number of which are on. They are links, since the URL holds what is on. */
export function FilterLinks({ label, filters }: { label: string; filters: FilterLink[] }) {
  return (
    <ul className={classes.filters} aria-label={label}>
      {filters.map((filter) => (
        <li key={filter.key}>
          <Link
            href={filter.href}
            className={classes.filter}
            aria-current={filter.isOn ? "true" : undefined}
            scroll={false}
          >
            {filter.label}
            <Pending />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The row that holds all filters of a list, and the way to be rid of them. */
export function FilterBar({ clearHref, children }: { clearHref?: string | undefined; children: ReactNode }) {
  return (
    <nav aria-label="Filters" className={classes.bar}>
      {children}
      {clearHref && (
        <Link href={clearHref} className={classes.clear} scroll={false}>
          Clear
        </Link>
      )}
    </nav>
  );
}

function Pending() {
  const { pending } = useLinkStatus();
  return <span className={classes.pending} data-pending={pending || undefined} aria-hidden="true" />;
}
