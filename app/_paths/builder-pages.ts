import {
  IconDeviceMobile,
  IconHammer,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconPackage,
  IconPalette,
  IconPuzzle,
  IconReceipt,
  IconSettings,
  IconUsers,
} from "@tabler/icons-react";
import { buildListHref } from "./build-list-query.ts";
import {
  allSettingsPath,
  appsPath,
  billingPath,
  buildsPath,
  listingsPath,
  pluginsPath,
  settingsPath,
  systemPluginsPath,
  tenantPath,
  themesPath,
} from "./builder.ts";
import type { Page } from "./page.ts";

type TenantPage = Page<(tenant: string) => string>;

export const BUILDER_PAGES = {
  overview: {
    path: tenantPath,
    title: "Overview",
    Icon: IconLayoutDashboard,
    keywords: "home chart",
    isExact: true,
  },
  apps: { path: appsPath, title: "Apps", Icon: IconDeviceMobile },
  builds: { path: buildsPath, title: "Builds", Icon: IconHammer },
  failedBuilds: {
    path: (tenant) => buildListHref(buildsPath(tenant), { status: ["FAILED"] }),
    title: "Failed builds",
    Icon: IconHammer,
    keywords: "errors",
    isInPaletteAlone: true,
  },
  plugins: { path: pluginsPath, title: "Plugins", Icon: IconPuzzle, keywords: "archive submit" },
  themes: { path: themesPath, title: "Themes", Icon: IconPalette, keywords: "look colors editor" },
  listings: { path: listingsPath, title: "Listings", Icon: IconPackage, keywords: "plugins themes" },
  billing: { path: billingPath, title: "Billing", Icon: IconReceipt, keywords: "plan payments invoices" },
} satisfies Record<string, TenantPage>;

/** First of `SETTINGS_PAGES` in the navigation, where they are one entry. */
export const SETTINGS_PAGE: TenantPage = { path: allSettingsPath, title: "Settings", Icon: IconSettings };

export const SETTINGS_PAGES = {
  members: {
    path: (tenant) => settingsPath(tenant, "members"),
    title: "Members",
    Icon: IconUsers,
    keywords: "settings people roles invitations",
  },
  tokens: {
    path: (tenant) => settingsPath(tenant, "tokens"),
    title: "API tokens",
    Icon: IconKey,
    keywords: "settings credentials",
  },
  systemPlugins: {
    path: systemPluginsPath,
    title: "System plugins",
    Icon: IconPuzzle,
    keywords: "settings installed",
  },
  activity: {
    path: (tenant) => settingsPath(tenant, "activity"),
    title: "Activity",
    Icon: IconHistory,
    keywords: "settings audit log changes history export csv",
  },
  general: {
    path: (tenant) => settingsPath(tenant, "general"),
    title: "Workspace",
    Icon: IconSettings,
    keywords: "settings name leave",
  },
} satisfies Record<string, TenantPage>;

/** Settings that a member may open: activity is for owners. */
export function settingsPages(isOwner: boolean): TenantPage[] {
  const { activity, general, ...others } = SETTINGS_PAGES;
  return [...Object.values(others), ...(isOwner ? [activity] : []), general];
}

export const pagesOfTenant = (pages: readonly TenantPage[], tenant: string): Page[] =>
  pages.map((page) => ({ ...page, path: page.path(tenant) }));
