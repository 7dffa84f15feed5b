import type { ReactNode } from "react";
import { SkipLink } from "../_ui/frame/skip-link";
import { KeepCurrent } from "../_ui/page/keep-current";
import { SiteFooter } from "./_components/site-footer";
import { SiteHeader } from "./_components/site-header";
import classes from "./layout.module.css";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.site}>
      <KeepCurrent />
      <SkipLink />
      <SiteHeader />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
