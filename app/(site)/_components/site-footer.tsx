import { ColorSchemeSwitch } from "../../_ui/frame/color-scheme-switch";
import { Link } from "../../_ui/page/link";
import { wayIn } from "../entry-link";
import classes from "./site-footer.module.css";

export async function SiteFooter() {
  const { href, label } = await wayIn();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <nav aria-label="Footer" className={classes.nav}>
          <Link href="/marketplace">Marketplace</Link>
          <Link href="/docs">Docs</Link>
          <Link href={href}>{label}</Link>
        </nav>
        <ColorSchemeSwitch />
      </div>
    </footer>
  );
}
