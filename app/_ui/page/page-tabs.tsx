"use client";

import { usePathname } from "next/navigation";
import { Link } from "./link";
import classes from "./page-tabs.module.css";

/** The pages of one part of a dashboard beside each other; the address says which is open. */
export function PageTabs({ label, tabs }: { label: string; tabs: { href: string; label: string }[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              className={classes.tab}
              aria-current={pathname === tab.href ? "page" : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
