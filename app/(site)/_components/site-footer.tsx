import Link from "next/link";
import { ColorSchemeSwitch } from "../../_ui/frame/color-scheme-switch";
import classes from "./site-footer.module.css";

export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <nav aria-label="Footer" className={classes.nav}>
          <Link href="/marketplace">Marketplace</Link>
          <Link href="/docs">Docs</Link>
          <Link href="/sign-in">Sign in</Link>
        </nav>
        <ColorSchemeSwitch />
      </div>
    </footer>
  );
}
