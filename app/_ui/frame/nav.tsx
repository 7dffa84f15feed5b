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

function isCurrent({ href, isExact }: NavItem, pathname: string): boolean {
  return pathname === href || (!isExact && pathname.startsWith(`${href}/`));
}

/** Tabs between the pages of a section. */
export function PageTabs({ label, tabs }: { label: string; tabs: { href: string; label: string }[] }) {
  const pathname = usePathname();
  const list = useRef<HTMLUListElement>(null);

  // On narrow screens the tabs scroll, and the current one may lie beyond the edge.
  useEffect(() => {
    const current = list.current?.querySelector(`a[href="${pathname}"]`);
    current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);

  return (
    <nav aria-label={label}>
      <ul ref={list} className={pageTabsClasses.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              className={pageTabsClasses.tab}
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
