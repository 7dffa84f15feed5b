import type { Page } from "@/app/_paths/page.ts";
import type { NavItem } from "@/app/_ui/frame/nav.tsx";

/** Side navigation of an area. */
export const toNavItems = (pages: readonly Page[]): NavItem[] =>
  pages
    .filter(({ isInNavigation }) => isInNavigation)
    .map(({ path, title, label = title, Icon, isExact = false }) => ({
      href: path,
      label,
      icon: <Icon size={18} stroke={1.6} />,
      isExact,
    }));

/** Links of the user menu to other areas. */
export const toUserLinks = (areas: readonly Page[]): { href: string; label: string }[] =>
  areas.map(({ path, title }) => ({ href: path, label: title }));
