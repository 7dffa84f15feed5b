"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Link, useLinkStatus } from "../page/link";
import classes from "./nav.module.css";

export type NavItem = {
  href: string;
  label: string;
  icon: ReactNode;
  /** For an overview whose path begins all others: current on itself only. */
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
              <Pending />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A dot while the page is on its way. */
function Pending() {
  const { pending } = useLinkStatus();
  return <span className={classes.pending} data-pending={pending || undefined} aria-hidden="true" />;
}

function isCurrent({ href, isExact }: NavItem, pathname: string): boolean {
  return pathname === href || (!isExact && pathname.startsWith(`${href}/`));
}
