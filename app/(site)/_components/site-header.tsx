import { ButtonLink } from "../../_ui/actions/button";
import { Brand } from "../../_ui/frame/brand";
import { Link } from "../../_ui/page/link";
import { wayIn } from "../entry-link";
import classes from "./site-header.module.css";

export async function SiteHeader() {
  const { href, label } = await wayIn();
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
        <ButtonLink href={href}>{label}</ButtonLink>
      </div>
    </header>
  );
}
