import Link from "next/link";
import { ButtonLink } from "../../_ui/actions/button-link";
import { Brand } from "../../_ui/frame/brand";
import classes from "./site-header.module.css";

export function SiteHeader() {
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link href="/" className={classes.home}>
          <Brand isCrowded />
        </Link>
        <nav aria-label="Main" className={classes.nav}>
          <Link href="/marketplace">Marketplace</Link>
          <Link href="/docs">Docs</Link>
        </nav>
        <ButtonLink href="/sign-in">Sign in</ButtonLink>
      </div>
    </header>
  );
}
