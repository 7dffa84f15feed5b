"use client";

import dynamic from "next/dynamic";
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

/** Current section in the contents, copied links of headings, and shortcuts; loaded after the page, which reads without. */
export const ReadingAids = dynamic(
  () =>
    import("./loaded-reading-aids").then(
      (module) => module.LoadedReadingAids,
      () => NoReadingAids,
    ),
  { ssr: false },
);

const NoReadingAids = () => null;
