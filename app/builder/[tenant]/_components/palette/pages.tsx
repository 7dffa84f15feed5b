import {
  IconBook,
  IconBuildingStore,
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
  IconShieldCheck,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import {
  appsPath,
  buildsPath,
  listingsPath,
  pluginsPath,
  settingsPath,
  systemPluginsPath,
  tenantPath,
  themesPath,
} from "@/app/_paths/builder.ts";
import type { PaletteAction } from "@/app/_ui/palette/palette-search.ts";

const icon = { size: 18, stroke: 1.6 };

/** Pages of a tenant's dashboard, and other parts of the product. */
export function pageActions(
  tenant: string,
  { isOwner, isSuperAdmin }: { isOwner: boolean; isSuperAdmin: boolean },
): PaletteAction[] {
  const hammer = <IconHammer {...icon} />;
  const pages = [
    {
      label: "Overview",
      href: tenantPath(tenant),
      icon: <IconLayoutDashboard {...icon} />,
      keywords: "home chart",
    },
    { label: "Apps", href: appsPath(tenant), icon: <IconDeviceMobile {...icon} /> },
    { label: "Builds", href: buildsPath(tenant), icon: hammer },
    { label: "Failed builds", href: `${buildsPath(tenant)}?status=FAILED`, icon: hammer, keywords: "errors" },
    {
      label: "Plugins",
      href: pluginsPath(tenant),
      icon: <IconPuzzle {...icon} />,
      keywords: "archive submit",
    },
    {
      label: "Themes",
      href: themesPath(tenant),
      icon: <IconPalette {...icon} />,
      keywords: "look colors editor",
    },
    {
      label: "Listings",
      href: listingsPath(tenant),
      icon: <IconPackage {...icon} />,
      keywords: "plugins themes",
    },
    {
      label: "Billing",
      href: `${tenantPath(tenant)}/billing`,
      icon: <IconReceipt {...icon} />,
      keywords: "plan payments invoices",
    },
    {
      label: "Members",
      href: settingsPath(tenant, "members"),
      icon: <IconUsers {...icon} />,
      keywords: "settings people roles invitations",
    },
    {
      label: "API tokens",
      href: settingsPath(tenant, "tokens"),
      icon: <IconKey {...icon} />,
      keywords: "settings credentials",
    },
    {
      label: "System plugins",
      href: systemPluginsPath(tenant),
      icon: <IconPuzzle {...icon} />,
      keywords: "settings installed",
    },
    ...(isOwner
      ? [
          {
            label: "Activity",
            href: settingsPath(tenant, "activity"),
            icon: <IconHistory {...icon} />,
            keywords: "settings audit log changes history export csv",
          },
        ]
      : []),
    {
      label: "Workspace",
      href: settingsPath(tenant, "general"),
      icon: <IconSettings {...icon} />,
      keywords: "settings name leave",
    },
  ];
  const destinations = [
    {
      label: "Account",
      href: "/account",
      icon: <IconUser {...icon} />,
      keywords: "profile name email password security passkeys notifications",
    },
    { label: "Marketplace", href: "/marketplace", icon: <IconBuildingStore {...icon} /> },
    { label: "Docs", href: "/docs", icon: <IconBook {...icon} />, keywords: "help reference" },
    ...(isSuperAdmin ? [{ label: "Admin", href: "/admin", icon: <IconShieldCheck {...icon} /> }] : []),
  ];
  return [
    ...pages.map((page) => ({ ...page, id: page.href, group: "Pages" })),
    ...destinations.map((destination) => ({ ...destination, id: destination.href, group: "Go to" })),
  ];
}
