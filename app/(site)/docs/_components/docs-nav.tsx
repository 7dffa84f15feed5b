"use client";

import { usePathname } from "next/navigation";
import { isCurrent, type NavItem, SideNav } from "@/app/_ui/frame/nav.tsx";
import classes from "./docs-nav.module.css";

/** Pages of the documentation: a column on wide screens, a disclosure on others, which closes with each page. */
export function DocsNav({ nav }: { nav: NavItem[] }) {
  const pathname = usePathname();
  const current = nav.find((item) => isCurrent(item, pathname));
  return (
    <>
      <details key={pathname} className={classes.disclosure}>
        <summary className={classes.summary}>
          All pages {current && <span className={classes.current}>{current.label}</span>}
        </summary>
      </details>
      <div className={classes.nav}>
        <SideNav label="Documentation" nav={nav} />
      </div>
    </>
  );
}
