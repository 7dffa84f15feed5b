"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, LinkPending } from "../page/link";
import classes from "./nav.module.css";
import pageTabsClasses from "./page-tabs.module.css";

export type NavItem = {
  href: string;
  label: string;
  icon: ReactNode;
  /** Current on its own path only; for an overview whose path is a prefix of all others. */
  isExact?: boolean;
};

export function SideNav({ label, nav }: { label: string; nav: NavItem[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label}>
      <ul className={classes.list}>
        {nav.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              className={classes.link}
              aria-current={isCurrent(item, pathname) ? "page" : undefined}
            >
              <span className={classes.icon}>{item.icon}</span>
              {item.label}
              <LinkPending className={classes.pending} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** True if the item leads to the page, or to a page above it. */
export function isCurrent({ href, isExact }: NavItem, pathname: string): boolean {
  return pathname === href || (!isExact && pathname.startsWith(`${href}/`));
}

/** Tab of the page, or of the page above it. One tab's path may begin with another's. */
const findCurrent = <T extends { href: string }>(tabs: T[], pathname: string): T | undefined =>
  tabs
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];

/** Tabs between the pages of a section. */
export function PageTabs({ label, tabs }: { label: string; tabs: { href: string; label: string }[] }) {
  const pathname = usePathname();
  const list = useRef<HTMLUListElement>(null);
  const current = findCurrent(tabs, pathname);

  // On narrow screens the tabs scroll, and the current one may lie beyond the edge.
  const currentHref = current?.href;
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`a[href="${currentHref}"]`);
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.clientWidth) / 2;
  }, [currentHref]);

  return (
    <nav aria-label={label}>
      <ul ref={list} className={pageTabsClasses.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              className={pageTabsClasses.tab}
              aria-current={tab === current ? (pathname === tab.href ? "page" : "true") : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
