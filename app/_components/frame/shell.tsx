import type { ReactNode } from "react";
import type { Page } from "@/app/_paths/page.ts";
import { type NavItem, SideNav } from "@/app/_ui/frame/nav.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { KeyboardHelp, PaletteButton } from "@/app/_ui/palette/command-palette.tsx";
import { BrandMark } from "./brand.tsx";
import { NavDrawer } from "./nav-drawer.tsx";
import classes from "./shell.module.css";
import { type ShellUser, UserMenu } from "./user-menu.tsx";

type ShellProps = {
  /** Accessible name of the dashboard: "Builder". */
  label: string;
  homeHref: string;
  pages: readonly Page[];
  user: ShellUser;
  /** Other areas of the product, in the user menu. */
  areas: readonly Page[];
  /** Beside the logo: the tenant switcher or the name of the dashboard. */
  switcher?: ReactNode;
  /** The `CommandPalette` that `PaletteButton` opens. */
  palette?: ReactNode;
  /** Notification bell. */
  bell?: ReactNode;
  children: ReactNode;
};

/** Shell of both dashboards: top bar, side navigation (a drawer on narrow screens), page. */
export function Shell(props: ShellProps) {
  const { label, homeHref, pages, user, areas, switcher, palette, bell, children } = props;
  const nav = toNavItems(pages);
  return (
    <div className={classes.shell}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className={classes.topBar}>
        <NavDrawer label={label} nav={nav} />
        <Link href={homeHref} className={classes.home} aria-label={`Drydock ${label}`}>
          <BrandMark />
        </Link>
        {switcher && <span className={classes.switcher}>{switcher}</span>}
        <span className={classes.tools}>
          <PaletteButton />
          {bell}
          <UserMenu user={user} links={areas.map(({ path, title }) => ({ href: path, label: title }))} />
        </span>
      </header>
      <aside className={classes.side}>
        <SideNav label={label} nav={nav} />
      </aside>
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.page}>{children}</div>
      </main>
      {palette}
      <KeyboardHelp />
    </div>
  );
}

const toNavItems = (pages: readonly Page[]): NavItem[] =>
  pages
    .filter(({ isInPaletteAlone }) => !isInPaletteAlone)
    .map(({ path, title, label = title, Icon, isExact = false }) => ({
      href: path,
      label,
      icon: <Icon size={18} stroke={1.6} />,
      isExact,
    }));
