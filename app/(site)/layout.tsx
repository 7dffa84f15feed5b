import type { ReactNode } from "react";
import { ConnectionNotice } from "@/app/_components/connection/connection-notice.tsx";
import { Brand } from "@/app/_components/frame/brand.tsx";
import { DOCS } from "@/app/_paths/docs.ts";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { getEntryLink } from "../_trpc/session";
import { ButtonLink } from "../_ui/actions/button";
import { ColorSchemeSwitch } from "../_ui/frame/color-scheme-switch";
import { Link } from "../_ui/page/link";
import { RefreshStalePrefetch } from "../_ui/page/prefetched-pages";
import classes from "./layout.module.css";
import footerClasses from "./site-footer.module.css";
import headerClasses from "./site-header.module.css";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.site}>
      <RefreshStalePrefetch />
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter />
      <ConnectionNotice />
    </div>
  );
}

async function SiteHeader() {
  const { href, label } = await getEntryLink();
  return (
    <header className={headerClasses.header}>
      <div className={headerClasses.inner}>
        <Link href="/" className={headerClasses.home}>
          <Brand isCrowded />
        </Link>
        <nav aria-label="Main" className={headerClasses.nav}>
          <Link href={MARKET_PATH}>Marketplace</Link>
          <Link href={DOCS.quickStart.path}>Docs</Link>
        </nav>
        <ButtonLink href={href}>{label}</ButtonLink>
      </div>
    </header>
  );
}

async function SiteFooter() {
  const { href, label } = await getEntryLink();
  return (
    <footer className={footerClasses.footer}>
      <div className={footerClasses.inner}>
        <nav aria-label="Footer" className={footerClasses.nav}>
          <Link href={MARKET_PATH}>Marketplace</Link>
          <Link href={DOCS.quickStart.path}>Docs</Link>
          <Link href={href}>{label}</Link>
        </nav>
        <ColorSchemeSwitch />
      </div>
    </footer>
  );
}
