"use client";

import type { ReactNode } from "react";
import { Link, LinkPending } from "../page/link";
import classes from "./filter-links.module.css";

export type FilterLink = {
  key: string;
  label: ReactNode;
  /** The address of the list with this filter toggled. */
  href: string;
  isOn: boolean;
};

/** Toggle filters of one kind. They are links, because the URL holds the filter state. */
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
            <LinkPending className={classes.pending} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

type FilterBarProps = { clearHref?: string | undefined; actions?: ReactNode; children: ReactNode };

/** Row of all filters of a list, with the link that clears them. */
export function FilterBar({ clearHref, actions, children }: FilterBarProps) {
  return (
    <nav aria-label="Filters" className={classes.bar}>
      {children}
      {clearHref && (
        <Link href={clearHref} className={classes.clear} scroll={false}>
          Clear
        </Link>
      )}
      {actions}
    </nav>
  );
}
